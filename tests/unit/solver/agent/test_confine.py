"""Confinement: what a confined process cannot do here, by trying it; and what is said to be in force."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from egvar.solver.agent import confine

FORCE = confine.measures()


def confined(tmp_path: Path, code: str, patch: str = "") -> subprocess.CompletedProcess[str]:
    """Runs Python text as `lean` would run: it may read `tmp_path`/read and write in `tmp_path`/write."""
    for name in ("read", "write", "outside"):
        (tmp_path / name).mkdir(exist_ok=True)
    program = f"""
import sys, os
from pathlib import Path
from egvar.solver.agent import confine
{patch}
def inside(force):
    try:
        exec({code!r}, {{"here": Path({str(tmp_path)!r})}})
    except OSError as e:
        print("refused", e.errno)
    return 0
sys.exit(confine.run_confined(Path({str(tmp_path / "read")!r}), Path({str(tmp_path / "write")!r}), 20, inside))
"""
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)


def needs(measure: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not FORCE.get(measure), reason=f"this machine has no {measure}")


def test_measures_are_named_and_limits_are_always_there() -> None:
    assert set(FORCE) == {"limits", "namespaces", "pid_namespace", "no_new_privs", "landlock"}
    assert FORCE["limits"]


@needs("landlock")
@pytest.mark.parametrize(
    ("code", "allowed"),
    [
        ("(here / 'write' / 'x').write_text('1'); print('done')", True),
        ("print((here / 'read').exists() and 'done')", True),
        ("(here / 'read' / 'x').write_text('1')", False),
        ("(here / 'outside' / 'x').write_text('1')", False),
        ("(here / 'secret').read_text()", False),
        ("import os; os.symlink('/etc/passwd', here / 'write' / 'link')", False),
        ("import os; os.mkfifo(here / 'write' / 'pipe')", False),
    ],
)
def test_files(code: str, allowed: bool, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("s3cret")
    done = confined(tmp_path, code)
    assert done.stdout.startswith("done" if allowed else "refused"), done


@needs("namespaces")
def test_there_is_no_network(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        code = f"import socket; socket.create_connection(('127.0.0.1', {port}), 2); print('done')"
        assert confined(tmp_path, code).stdout.startswith("refused")
        free = "confine.new_namespaces = lambda *a, **k: False; confine.can_hide_processes = lambda: False"
        without = confined(tmp_path, code, free + "; confine.landlock = lambda a, b: False")
        assert without.stdout.startswith("done")  # so that it is the confinement that refuses


@needs("pid_namespace")
def test_other_processes_are_out_of_sight(tmp_path: Path) -> None:
    assert confined(tmp_path, "import os; print('seen', os.getpid())").stdout == "seen 1\n"
    assert confined(tmp_path, f"import os; os.kill({os.getpid()}, 0); print('done')").stdout.startswith("refused")


@needs("pid_namespace")
def test_what_it_leaves_running_is_ended(tmp_path: Path) -> None:
    marker = tmp_path / "write" / "late"
    code = f"import os, time\nif os.fork() == 0:\n os.setsid(); time.sleep(1); open({str(marker)!r}, 'w'); os._exit(0)"
    assert confined(tmp_path, code).returncode == 0
    time.sleep(1.5)
    assert not marker.exists()


def test_it_ends_with_the_process_that_started_it(tmp_path: Path) -> None:
    marker = tmp_path / "write" / "alive"
    code = f"import time\nfor i in range(100): open({str(marker)!r}, 'w').write(str(i)); time.sleep(0.05)"
    starter = "import subprocess, sys, time; subprocess.Popen(sys.argv[1:]); time.sleep(1)"
    for name in ("read", "write"):
        (tmp_path / name).mkdir()
    program = f"""
from pathlib import Path
from egvar.solver.agent import confine
confine.run_confined(Path({str(tmp_path / "read")!r}), Path({str(tmp_path / "write")!r}), 20, lambda f: exec({code!r}))
"""
    subprocess.run([sys.executable, "-c", starter, sys.executable, "-c", program], timeout=60, check=True)
    time.sleep(0.2)
    before = marker.read_text()
    time.sleep(0.3)
    assert marker.read_text() == before


def test_too_much_memory_ends_it(tmp_path: Path) -> None:
    code = "x = b'x' * (400 << 20); import time; time.sleep(20)"
    start = time.monotonic()
    done = confined(tmp_path, code, "confine.MEMORY = 200 << 20")
    assert done.returncode not in (0, 1) and time.monotonic() - start < 10


def test_processor_time_and_files_are_limited(tmp_path: Path) -> None:
    done = confined(
        tmp_path, "import resource as r; print(r.getrlimit(r.RLIMIT_CPU)[0], r.getrlimit(r.RLIMIT_CORE)[0])"
    )
    assert done.stdout == "20 0\n"
    big = "f = open(here / 'write' / 'big', 'wb')\nfor _ in range(40): f.write(bytes(1 << 20))\nprint('done')"
    assert "done" not in confined(tmp_path, big, "confine.FILE_SIZE = 8 << 20").stdout


def test_a_secret_in_the_environment_stays_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    from agent_bench import challenge

    from egvar.solver.agent.workshop import Workshop

    monkeypatch.setenv("ANTHROPIC_API_KEY", "s3cret")
    monkeypatch.setenv("OPENAI_API_KEY", "s3cret")
    with Workshop(challenge()) as bench:
        assert "s3cret" not in str(bench.environment())


def test_watching_sees_the_memory_of_descendants() -> None:
    child = subprocess.Popen([sys.executable, "-c", "x = b'x' * (64 << 20); input()"], stdin=subprocess.PIPE)
    try:
        deadline = time.monotonic() + 10
        while confine.resident(child.pid) < 64 << 20 and time.monotonic() < deadline:
            threading.Event().wait(0.05)
        assert confine.resident(child.pid) >= 64 << 20
        assert confine.resident(os.getpid()) > confine.resident(child.pid)
    finally:
        child.kill()
        child.communicate()
