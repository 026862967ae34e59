"""Batch runs on Ray: a cluster of its own, workers and whole nodes that are killed. `pip install 'inkslate[ray]'`."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.batch_boards import batch_command, contents, make_boards, shards, wait_for_shards, write_boards

pytestmark = pytest.mark.process

pytest.importorskip("ray", reason="pip install 'inkslate[ray]' (a quarter of a gigabyte) for these tests")

pytestmark = [pytest.mark.process, pytest.mark.slow]
ROWS = 100


def start(folder: Path, *arguments: object) -> subprocess.Popen[str]:
    command = batch_command("boards.jsonl", "--shard-rows", ROWS, *arguments)
    return subprocess.Popen(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Boards, and what a local run makes of them."""
    place = tmp_path_factory.mktemp("ray")
    write_boards(place / "boards.jsonl", make_boards(12000))
    run = start(place, "--out", "whole")
    assert run.communicate()[0].startswith("12000 boards")
    return place


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two nodes of one core each, of which one is soon missed."""
    from ray.cluster_utils import Cluster

    soon = {"health_check_initial_delay_ms": 0, "health_check_period_ms": 500, "health_check_failure_threshold": 4}
    cluster = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False, "_system_config": soon}
    )
    cluster.add_node(num_cpus=1)
    yield cluster
    cluster.shutdown()


def actors() -> list[int]:
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if b"ray::MapWorker" in (process / "cmdline").read_bytes():
                found.append(int(process.name))
        except OSError:  # it ended meanwhile
            continue
    return found


def test_a_cluster_of_its_own_gives_the_bytes_of_a_local_run(folder: Path) -> None:
    run = start(folder, "--out", "own", "--engine", "ray", "--workers", 2)
    said, errors = run.communicate()
    assert (run.returncode, said.split(",")[0]) == (0, "12000 boards"), errors
    assert contents(folder / "own") == contents(folder / "whole")


def test_a_killed_worker_loses_nothing(folder: Path, cluster: Any) -> None:
    before = set(actors())
    run = start(folder, "--out", "worker", "--engine", "ray", "--address", cluster.address)
    wait_for_shards(run, folder / "worker", 3)
    victim = next(iter(set(actors()) - before))
    os.kill(victim, signal.SIGKILL)
    said, errors = run.communicate()
    assert (run.returncode, said.split(",")[0]) == (0, "12000 boards"), errors
    assert contents(folder / "worker") == contents(folder / "whole")


def test_a_killed_node_loses_nothing(folder: Path, cluster: Any) -> None:
    run = start(folder, "--out", "node", "--engine", "ray", "--address", cluster.address)
    wait_for_shards(run, folder / "node", 3)
    (node,) = cluster.worker_nodes
    cluster.remove_node(node, allow_graceful=False)
    assert len(shards(folder / "node")) < len(shards(folder / "whole"))
    said, errors = run.communicate()
    assert (run.returncode, said.split(",")[0]) == (0, "12000 boards"), errors
    assert contents(folder / "node") == contents(folder / "whole")


def test_a_run_may_change_its_engine(folder: Path) -> None:
    run = start(folder, "--out", "both", "--engine", "ray", "--workers", 2)
    wait_for_shards(run, folder / "both", 3)
    run.kill()
    run.communicate()
    again = start(folder, "--out", "both", "--resume")
    assert again.communicate()[0].startswith("12000 boards")
    assert contents(folder / "both") == contents(folder / "whole")


@pytest.mark.parametrize("address", ["127.0.0.1:{port}", "ray://127.0.0.1:{port}", "no-such-host.invalid:6379", "here"])
def test_a_cluster_that_is_not_there_is_one_line(folder: Path, address: str) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        where = address.format(port=free.getsockname()[1])
    run = start(folder, "--out", "none", "--engine", "ray", "--address", where)
    said, errors = run.communicate()
    assert (run.returncode, said, errors.count("\n")) == (2, "", 1)
    assert errors.startswith(f"inkslate: {where}: no Ray cluster answers (")
    assert not (folder / "none").exists()
