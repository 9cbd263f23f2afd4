"""Files that a server opens: below its roots, and nothing else by any name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from egvar.errors import RootsError
from egvar.serving.roots import Roots


@pytest.fixture
def roots(tmp_path: Path) -> Roots:
    (tmp_path / "in" / "more").mkdir(parents=True)
    (tmp_path / "out").mkdir()
    for name in ("in/a.csv", "in/more/b.xlsx", "in/.hidden.csv", "in/notes.pdf", "out/secret.csv", "in-too.csv"):
        (tmp_path / name).write_text("k\nx\n")
    os.symlink(tmp_path / "out" / "secret.csv", tmp_path / "in" / "link.csv")
    os.symlink(tmp_path / "out", tmp_path / "in" / "folder")
    os.symlink(tmp_path / "in" / "a.csv", tmp_path / "in" / "same.csv")
    return Roots.of([tmp_path / "in"])


def test_files_below_a_root_are_found(roots: Roots, tmp_path: Path) -> None:
    assert roots.find("a.csv") == tmp_path / "in" / "a.csv"
    assert roots.find("more/../a.csv") == tmp_path / "in" / "a.csv"
    assert roots.find(str(tmp_path / "in" / "a.csv")) == tmp_path / "in" / "a.csv"
    assert roots.find("same.csv") == tmp_path / "in" / "a.csv"
    assert roots.find("more/b.xlsx::Sheet 1") == tmp_path / "in" / "more" / "b.xlsx::Sheet 1"
    assert list(roots.tables()) == ["a.csv", "more/b.xlsx"]


@pytest.mark.parametrize(
    "name",
    [
        *"../out/secret.csv /etc/passwd link.csv folder/secret.csv ../in-too.csv absent.csv ::x a.csv/x ~/x".split(),
        *("", "a\0.csv", "file:///etc/passwd", "a" * 5000, "\ud800", "../out/secret.csv::x"),
    ],
)
def test_others_are_refused_in_the_same_words(roots: Roots, name: str) -> None:
    with pytest.raises(RootsError) as e:
        roots.find(name)
    assert e.value.message == f"{name} is not below the folders that this server was started with"


def test_a_root_is_a_folder(tmp_path: Path) -> None:
    with pytest.raises(RootsError):
        Roots.of([tmp_path / "absent"])
