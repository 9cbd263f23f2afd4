"""`egvar check` as a person calls it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PEAKS = Path(__file__).parents[2] / "examples" / "peaks.csv"
REPORT = """# Mountains

The mean elevation is 2,085.68 m. The elevation of Taygetus is 2404.
"""


def egvar(*args: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "egvar.cli.main", *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=os.environ | {"NO_COLOR": "1"})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(PEAKS, tmp_path)
    (tmp_path / "report.md").write_text(REPORT)
    return tmp_path


def test_the_wrong_number_is_found(folder: Path) -> None:
    done = egvar("check", "report.md", "--table", "peaks.csv", cwd=folder)
    first, second, last = done.stdout.splitlines()
    assert first == "report.md:3:1 Refuted “The mean elevation is 2,085.68 m.” found 2085.67 (claimed 2085.68)"
    assert second.startswith("report.md:3:35 Verified “The elevation of Taygetus is 2404.”")
    assert (last, done.returncode, done.stderr) == ("Verified 1 · Refuted 1", 1, "")


def test_json(folder: Path) -> None:
    data = json.loads(egvar("check", "report.md", "--table", "peaks.csv", "--json", cwd=folder).stdout)
    assert data["schema_version"] == 1
    wanted = {"file", "line", "column", "text", "status", "reason", "table", "paraphrase", "found", "unplaced"}
    assert all(wanted <= set(s) for s in data["sentences"])
    assert data["counts"] == {"Verified": 1, "Supported": 0, "Refuted": 1, "Abstain": 0, "not_about_tables": 0}


def test_the_fix_is_a_diff_that_applies(folder: Path) -> None:
    done = egvar("check", "report.md", "--table", "peaks.csv", "--fix", cwd=folder)
    assert (folder / "report.md").read_text() == REPORT
    applied = subprocess.run(["git", "apply", "-"], input=done.stdout, text=True, cwd=folder, capture_output=True)
    assert applied.returncode == 0, applied.stderr
    assert (folder / "report.md").read_text() == REPORT.replace("2,085.68", "2,085.67")
    assert egvar("check", "report.md", "--table", "peaks.csv", cwd=folder).returncode == 0


@pytest.mark.parametrize(
    ("text", "options", "code"),
    [
        ("The mean elevation is 2,085.67 m.", [], 0),
        ("Most visitors came by bus in 2019.", [], 4),
        ("Most visitors came by bus in 2019.", ["--allow-unchecked"], 0),
        ("The mean elevation is 2,085.68 m.", ["--allow-unchecked"], 1),
        ("The mean elevation is 2,085.68 m.", ["--exit-zero"], 0),
        ("Nothing here.", [], 5),
        ("<!-- egvar: what -->\n\nNothing here.", [], 2),
    ],
)
def test_exit_codes(folder: Path, text: str, options: list[str], code: int) -> None:
    (folder / "report.md").write_text(text)
    done = egvar("check", "report.md", "--table", "peaks.csv", *options, cwd=folder)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_front_matter_names_the_table(folder: Path) -> None:
    (folder / "report.md").write_text("---\negvar: {tables: [peaks.csv]}\n---\n" + REPORT)
    done = egvar("check", "report.md", cwd=folder)
    assert (done.returncode, "Verified 1 · Refuted 1" in done.stdout) == (1, True)


def test_a_policy_decides_on_documents_too(folder: Path) -> None:
    (folder / "p.toml").write_text('goals = "given"\n')
    done = egvar("check", "report.md", "-t", "peaks.csv", "--policy", "p.toml", cwd=folder)
    assert (done.returncode, done.stdout.count("Abstain (policy)")) == (4, 2)


def test_a_bundle_of_all_verdicts_is_audited(folder: Path) -> None:
    assert egvar("check", "report.md", "-t", "peaks.csv", "-o", "b", cwd=folder).returncode == 1
    done = egvar("audit", "b", cwd=folder)
    assert (done.returncode, "2 bundles re-done" in done.stdout) == (0, True)
    assert egvar("check", "report.md", "-t", "peaks.csv", "-o", "b", cwd=folder).returncode == 2
    (folder / "b" / "documents" / "1.md").write_text(REPORT.replace("68", "67"))
    assert egvar("audit", "b", cwd=folder).returncode == 1


def test_the_page(folder: Path) -> None:
    assert egvar("check", "report.md", "-t", "peaks.csv", "--html", "r.html", cwd=folder).returncode == 1
    assert 'class="s Refuted"' in (folder / "r.html").read_text()
    assert egvar("check", "report.md", "-t", "peaks.csv", "--html", "r.html", cwd=folder).returncode == 2
