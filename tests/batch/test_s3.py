"""Batch runs from and to S3, as moto's server speaks it, and other filesystems of fsspec."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.batch_boards import contents, make_boards, shards, write_boards
from tests.support.commands import Here

pytest.importorskip("pyarrow", reason="pip install 'inkslate[batch]'")
pytest.importorskip("moto", reason="pip install 'moto[server]'")

from tests.support.inline_engine import inline_workers

pytestmark = pytest.mark.process  # the server, and workers
NO_RIGHTS = ("AccessDenied", "ACCESS_DENIED", "403")


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = tmp_path_factory.mktemp("moto") / "log"
    with log.open("wb") as file:
        server = subprocess.Popen([sys.executable, "-m", "moto.server", "-p", str(port)], stdout=file, stderr=file)
    try:
        for _ in range(300):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert server.poll() is None, log.read_text()
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.kill()
        server.wait()


@pytest.fixture
def s3(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    import boto3

    for name, value in {
        "AWS_ENDPOINT_URL": endpoint,
        "AWS_ACCESS_KEY_ID": "key",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_EC2_METADATA_DISABLED": "true",
    }.items():
        monkeypatch.setenv(name, value)
    # Filesystems are kept for the process; another test may have another endpoint.
    from inkslate.batch.filesystem import _s3

    _s3.cache_clear()
    return boto3.client("s3")


def put(s3: Any, bucket: str, key: str, path: Path) -> None:
    s3.put_object(Bucket=bucket, Key=key, Body=path.read_bytes())


def fetch(s3: Any, bucket: str, prefix: str, to: Path) -> Path:
    for item in s3.list_objects_v2(Bucket=bucket, Prefix=prefix)["Contents"]:
        if item["Key"].endswith("/"):
            continue  # what pyarrow leaves for a folder
        target = to / item["Key"].removeprefix(prefix).lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(s3.get_object(Bucket=bucket, Key=item["Key"])["Body"].read())
    return to


def test_s3_to_s3_gives_the_bytes_of_a_local_run(here: Here, tmp_path: Path, s3: Any) -> None:
    s3.create_bucket(Bucket="notes")
    for number in range(2):
        put(s3, "notes", f"in/two words/{number}.jsonl", write_boards(tmp_path / "b", make_boards(60, seed=number)))
    put(s3, "notes", "in/.hidden/x.txt", write_boards(tmp_path / "b", []))
    done = here(
        "batch", "--model", "rules", "s3://notes/in", "--out", "s3://notes/out", "--shard-rows", 25, "--workers", 2
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("120 boards, ")
    remote = fetch(s3, "notes", "out/", tmp_path / "remote")
    assert (remote / "manifest.json").exists()
    assert not (remote / ".lock").exists()
    with inline_workers():
        assert here("batch", "--model", "rules", "s3://notes/in", "--out", "local", "--shard-rows", 25).returncode == 0
    assert shards(remote) == shards(tmp_path / "local")
    assert len(shards(remote)) == 12


@pytest.mark.usefixtures("inline_engine")
def test_resume_on_s3(here: Here, tmp_path: Path, s3: Any) -> None:
    s3.create_bucket(Bucket="again")
    put(s3, "again", "in.jsonl", write_boards(tmp_path / "b", make_boards(60)))
    arguments = ("batch", "--model", "rules", "s3://again/in.jsonl", "--out", "s3://again/out", "--shard-rows", 20)
    assert here(*arguments).returncode == 0
    before = contents(fetch(s3, "again", "out/", tmp_path / "before"))
    assert "already holds a run" in here(*arguments).stderr
    s3.delete_object(Bucket="again", Key="out/boards/part-000002.parquet")
    assert here(*arguments, "--resume").returncode == 0
    assert contents(fetch(s3, "again", "out/", tmp_path / "after")) == before


@pytest.mark.usefixtures("inline_engine")
def test_a_folder_on_s3_in_use_is_refused_and_a_dead_run_is_not_waited_for(here: Here, tmp_path: Path, s3: Any) -> None:
    from inkslate.batch.lock import locked

    s3.create_bucket(Bucket="busy")
    put(s3, "busy", "in.jsonl", write_boards(tmp_path / "b", make_boards(3)))
    with locked("s3://busy/out"):
        done = here("batch", "--model", "rules", "s3://busy/in.jsonl", "--out", "s3://busy/out")
        assert done.returncode == 2
        assert done.stderr.startswith("inkslate: s3://busy/out: another run is writing there (")
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    alive = f'{{"host": "{socket.gethostname()}", "process": {gone.pid}, "alive": {time.time()}}}'
    s3.put_object(Bucket="busy", Key="out/.lock", Body=alive)
    assert here("batch", "--model", "rules", "s3://busy/in.jsonl", "--out", "s3://busy/out").returncode == 0


@pytest.mark.usefixtures("inline_engine")
def test_a_bucket_that_is_not_there_is_one_line(here: Here, tmp_path: Path, s3: Any) -> None:
    write_boards(tmp_path / "b.jsonl", make_boards(3))
    for arguments in (("s3://nowhere/in", "--out", "out"), ("b.jsonl", "--out", "s3://nowhere/out")):
        done = here("batch", "--model", "rules", *arguments)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert done.stderr.startswith("inkslate: s3://nowhere/")


def set_free_actions(s3: Any, count: bytes) -> None:
    """How many requests moto answers before it looks at who asks."""
    headers = {"Content-Type": "text/plain"}
    request = urllib.request.Request(f"{s3.meta.endpoint_url}/moto-api/reset-auth", data=count, headers=headers)
    urllib.request.urlopen(request).close()


@pytest.mark.usefixtures("inline_engine")
def test_a_bucket_without_permission_is_one_line(
    here: Here, tmp_path: Path, s3: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    import boto3

    s3.create_bucket(Bucket="secret")
    put(s3, "secret", "in.jsonl", write_boards(tmp_path / "b.jsonl", make_boards(3)))
    iam = boto3.client("iam")
    iam.create_user(UserName="nobody")
    key = iam.create_access_key(UserName="nobody")["AccessKey"]
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", key["AccessKeyId"])
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", key["SecretAccessKey"])
    from inkslate.batch.filesystem import _s3

    _s3.cache_clear()
    set_free_actions(s3, b"0")
    try:
        for arguments in (
            ("s3://secret/in.jsonl", "--out", "out"),
            ("s3://secret/", "--out", "out"),
            ("b.jsonl", "--out", "s3://secret/out"),
        ):
            done = here("batch", "--model", "rules", *arguments)
            assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
            assert done.stderr.startswith("inkslate: s3://secret/")
            assert any(word in done.stderr for word in NO_RIGHTS), done.stderr
    finally:
        set_free_actions(s3, b"inf")
    assert not (tmp_path / "out" / "manifest.json").exists()


@pytest.mark.usefixtures("inline_engine")
def test_any_filesystem_of_fsspec(here: Here, tmp_path: Path) -> None:
    write_boards(tmp_path / "boards.jsonl", make_boards(50))
    (tmp_path / "plain").mkdir()
    # `local://` is fsspec's own name for a disk, to us as remote as any other.
    done = here(
        "batch",
        "--model",
        "rules",
        f"local://{tmp_path}/boards.jsonl",
        "--out",
        f"local://{tmp_path}/out",
        "--shard-rows",
        20,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (
        here(
            "batch", "--model", "rules", f"local://{tmp_path}/boards.jsonl", "--out", "plain", "--shard-rows", 20
        ).returncode
        == 0
    )
    assert shards(tmp_path / "out") == shards(tmp_path / "plain")
    assert len(shards(tmp_path / "out")) == 6
