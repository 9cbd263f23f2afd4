"""Fixtures for all tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from egvar.kernel.replay import KernelWorker


@pytest.fixture(scope="session")
def worker() -> Iterator[KernelWorker]:
    """One kernel worker for the whole session."""
    with KernelWorker() as running:
        running.wait_ready()
        yield running
