"""Signed bundles: who signed, what a changed byte or a foreign key does, and what differs from an unsigned one."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from egvar.bundle import envelope
from egvar.bundle.audit import TABLE_NEEDED, audit
from egvar.bundle.write import write
from egvar.cli.main import main
from egvar.engine import run
from egvar.errors import SigningKeyError
from egvar.kernel.replay import KernelWorker
from egvar.signing import new_key, trusted_keys
from egvar.source.source import from_rows

TABLE = from_rows(["town", "people"], [["Aa", "10"], ["Bb", "30"]], "t.csv")


@pytest.fixture(scope="module")
def made(worker: KernelWorker, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, Path]:
    """(a signed bundle, its public key, the folder of its private key)"""
    folder = tmp_path_factory.mktemp("keys")
    public = new_key(folder / "key.pem")
    write(run("bb have the most people", TABLE, "claim", worker=worker), folder / "b", folder / "key.pem")
    return folder / "b", public, folder


def copy(made: tuple[Path, str, Path], to: Path) -> Path:
    import shutil

    return Path(shutil.copytree(made[0], to / "copy"))


def signature(bundle: Path, worker: KernelWorker, trusted: dict[str, str] | None) -> tuple[str, str, str]:
    result = audit(bundle, worker, trusted=trusted)
    last = result.findings[-1]
    return result.outcome, last.outcome, last.detail


def test_who_signed_is_said(made: tuple[Path, str, Path], worker: KernelWorker) -> None:
    outcome, found, detail = signature(made[0], worker, {made[1]: "me"})
    assert (outcome, found) == ("accepted", "ok") and detail.startswith("signed by me")
    outcome, found, detail = signature(made[0], worker, None)
    assert (outcome, found) == ("accepted", "not_done") and "no list of trusted keys" in detail


def test_a_key_that_nobody_trusts_is_refused(
    made: tuple[Path, str, Path], worker: KernelWorker, tmp_path: Path
) -> None:
    other = new_key(tmp_path / "other.pem")
    outcome, found, detail = signature(made[0], worker, {other: "another"})
    assert (outcome, found) == ("rejected", "failed") and "not a trusted key" in detail


def test_an_unsigned_bundle_says_so_and_fails_where_a_signature_is_asked_for(
    made: tuple[Path, str, Path], worker: KernelWorker, tmp_path: Path
) -> None:
    bundle = copy(made, tmp_path)
    (bundle / envelope.NAME).unlink()
    assert signature(bundle, worker, None)[0] == "accepted"
    assert signature(bundle, worker, {made[1]: "me"})[0] == "rejected"


@pytest.mark.parametrize(
    "change",
    [
        lambda e: e.update(payload=base64.b64encode(b"{}").decode()),
        lambda e: e.update(payloadType="text/plain"),
        lambda e: e.update(more=1),
        lambda e: e.update(signatures=[]),
        lambda e: e["signatures"].extend(e["signatures"] * 20),
        lambda e: e["signatures"][0].update(sig=base64.b64encode(b"\0" * 64).decode()),
        lambda e: e["signatures"][0].update(keyid="00" * 32),
        lambda e: e["signatures"].append({"keyid": "11" * 32, "sig": base64.b64encode(b"\1" * 64).decode()}),
        lambda e: e["signatures"][0].pop("sig"),
    ],
)
def test_an_envelope_that_does_not_hold_is_refused(
    made: tuple[Path, str, Path], worker: KernelWorker, tmp_path: Path, change: object
) -> None:
    bundle = copy(made, tmp_path)
    body = json.loads((bundle / envelope.NAME).read_bytes())
    change(body)  # type: ignore[operator]
    (bundle / envelope.NAME).write_text(json.dumps(body, sort_keys=True, indent=2) + "\n")
    assert signature(bundle, worker, None)[:2] == ("rejected", "failed")


def test_an_envelope_of_another_bundle_is_refused(
    made: tuple[Path, str, Path], worker: KernelWorker, tmp_path: Path
) -> None:
    bundle = copy(made, tmp_path)
    write(run("aa have 10 people", TABLE, "claim", worker=worker), tmp_path / "other", made[2] / "key.pem")
    (bundle / envelope.NAME).write_bytes((tmp_path / "other" / envelope.NAME).read_bytes())
    outcome, _, detail = signature(bundle, worker, None)
    assert outcome == "rejected" and "another verdict.json" in detail


@pytest.mark.parametrize("bit", [1, 4, 32])  # 32 is a letter's case, of a key in hexadecimal
def test_every_byte_of_the_envelope_counts(made: tuple[Path, str, Path], bit: int) -> None:
    data = (made[0] / envelope.NAME).read_bytes()
    payload = (made[0] / "verdict.json").read_bytes()
    assert [s.name for s in envelope.signers(data, payload, {made[1]: "me"})] == ["me"]
    kept = 0
    for i in range(len(data)):
        changed = data[:i] + bytes([data[i] ^ bit]) + data[i + 1 :]
        try:
            kept += [s.name for s in envelope.signers(changed, payload, {made[1]: "me"})] == ["me"]
        except (envelope.BadEnvelope, UnicodeDecodeError):
            continue
    assert kept == 0


def test_two_runs_differ_by_nothing_and_signing_adds_one_file(
    made: tuple[Path, str, Path], worker: KernelWorker, tmp_path: Path
) -> None:
    write(run("bb have the most people", TABLE, "claim", worker=worker), tmp_path / "plain")
    names = {p.name for p in made[0].iterdir()}
    assert names - {p.name for p in (tmp_path / "plain").iterdir()} == {envelope.NAME}
    for p in (tmp_path / "plain").iterdir():
        assert p.read_bytes() == (made[0] / p.name).read_bytes(), p.name


def test_a_bundle_without_its_table_is_audited_with_it(worker: KernelWorker, tmp_path: Path) -> None:
    table, other = tmp_path / "t.csv", tmp_path / "u.csv"
    table.write_bytes(TABLE.data)
    other.write_bytes(TABLE.data.replace(b"30", b"31"))
    shell = CliRunner()
    command = ["verify", "bb have the most people", "-t", str(table), "-o", str(tmp_path / "b"), "--no-source"]
    assert shell.invoke(main, command).exit_code == 0
    assert not (tmp_path / "b" / "source.csv").exists()
    alone = shell.invoke(main, ["audit", str(tmp_path / "b")])
    assert alone.exit_code == 3 and "--source FILE brings it" in alone.output
    steps = json.loads(shell.invoke(main, ["audit", str(tmp_path / "b"), "--json"]).output)["steps"]
    assert [s["what"] for s in steps if s["outcome"] == "ok"] == ["files"]
    assert [s["what"] for s in steps if s["outcome"] == "not_done"] == ["signature", *TABLE_NEEDED]
    trail = tmp_path / "b" / "trail.jsonl"
    trail.write_bytes(trail.read_bytes() + b"\n")
    assert shell.invoke(main, ["audit", str(tmp_path / "b")]).exit_code == 1
    trail.write_bytes(trail.read_bytes()[:-1])
    assert shell.invoke(main, ["audit", str(tmp_path / "b"), "--source", str(table)]).exit_code == 0
    assert shell.invoke(main, ["audit", str(tmp_path / "b"), "--source", str(other)]).exit_code == 1


def test_keys_from_the_shell(tmp_path: Path) -> None:
    shell, key, table = CliRunner(), tmp_path / "k.pem", tmp_path / "t.csv"
    table.write_bytes(TABLE.data)
    public = shell.invoke(main, ["keys", "new", str(key)]).output.strip()
    assert len(public) == 64 and (key.stat().st_mode & 0o077) == 0
    assert shell.invoke(main, ["keys", "public", str(key)]).output.strip() == public
    assert shell.invoke(main, ["keys", "new", str(key)]).exit_code == 2
    command = ["verify", "bb have the most people", "-t", str(table), "--key", str(key)]
    assert shell.invoke(main, command).exit_code == 2  # a key without a bundle
    assert shell.invoke(main, [*command, "-o", str(tmp_path / "b")]).exit_code == 0
    (tmp_path / "pub.hex").write_text(public + "\n")
    told = shell.invoke(main, ["audit", str(tmp_path / "b"), "--key", str(tmp_path / "pub.hex")])
    assert told.exit_code == 0 and "signed by pub" in told.output


@pytest.mark.parametrize("text", ["", "zz", "00", '{"keys": 1}', '{"keys": [{"name": "x"}]}', "-----BEGIN X-----"])
def test_what_is_no_list_of_keys_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "k").write_text(text)
    with pytest.raises(SigningKeyError):
        trusted_keys(tmp_path / "k")
