"""The ways to write shards on several machines that `docs/scale-out` has: Dask, GNU parallel, Kubernetes, an object store.

`make test` runs them with Debian's Dask. `make scale-out` fetches the newest, a server like S3 and the schema of Kubernetes, and runs
the tests that need those; without them they say that they are skipped."""

import importlib.util
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from conftest import BINARY, ROOT
from test_shards import assert_equal

SCALE_OUT = ROOT / "docs" / "scale-out"


def module(name: str):
    """Imports an optional module; skips the test without it."""
    if importlib.util.find_spec(name) is None:
        pytest.skip(f"the Python module {name} is not installed; make scale-out fetches it")
    return importlib.import_module(name)


@pytest.fixture
def driver(monkeypatch):
    module("distributed")
    monkeypatch.syspath_prepend(str(SCALE_OUT))
    return module("dask_export")


@pytest.fixture(scope="module")
def chat(generate):
    return generate(20_000, 9)


@pytest.fixture(scope="module")
def site(program, chat):
    return program.shared_site(chat).folder


def local_client(**more):
    from distributed import Client, LocalCluster
    return Client(LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, **more))


def kill_a_worker(client, begun) -> threading.Thread:
    """Kills one of the workers' processes as soon as `begun` says so."""
    processes = list(client.run(os.getpid).values())
    killed = []

    def wait():
        while not begun():
            time.sleep(0.005)
        os.kill(processes[0], signal.SIGKILL)
        killed.append(processes[0])
    thread = threading.Thread(target=wait, daemon=True)
    thread.killed = killed
    thread.start()
    return thread


def test_dask_writes_the_site_of_one_run_although_a_worker_is_killed(driver, chat, site, tmp_path):
    out = tmp_path / "site"
    with local_client() as client:
        thread = kill_a_worker(client, lambda: any(out.glob("*/*.html")))
        seconds = driver.export(client, str(BINARY), [chat], [], 4, str(out), tmp_path, {})
        assert thread.killed, "the export was finished before a worker could be killed"
        client.cluster.close()
    assert set(seconds) == {"plan", "shards", "merge"}
    assert_equal(site, out)


def test_dask_tells_a_mistake_at_once(driver, chat, tmp_path):
    with local_client() as client:
        with pytest.raises(RuntimeError, match="exit code 2.*Nobody"):
            driver.export(client, str(BINARY), [chat], ["--me", "Nobody"], 2, str(tmp_path / "site"), tmp_path, {})
        client.cluster.close()


def test_dask_writes_to_an_object_store(driver, chat, site, tmp_path, monkeypatch):
    module("s3fs")
    module("moto")
    for name, value in {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_DEFAULT_REGION": "us-east-1"}.items():
        monkeypatch.setenv(name, value)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-p", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        settings = {"client_kwargs": {"endpoint_url": f"http://127.0.0.1:{port}"}}
        import fsspec
        deadline = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                assert server.poll() is None and time.monotonic() < deadline
                time.sleep(0.1)
        files = fsspec.filesystem("s3", **settings)
        files.mkdir("bucket")
        with local_client() as client:
            driver.export(client, str(BINARY), [chat], [], 3, "s3://bucket/site", tmp_path, settings)
            client.cluster.close()
        got = tmp_path / "got"
        for name in files.find("bucket/site"):
            target = got / name[len("bucket/site/"):]
            target.parent.mkdir(parents=True, exist_ok=True)
            files.get_file(name, str(target))
    finally:
        server.kill()
        server.wait()
    assert_equal(site, got)


def test_gnu_parallel_writes_the_site_of_one_run(chat, site, tmp_path):
    """The three commands of the README."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.search(r"```\n(chatexport plan .*?)\n```", text, re.DOTALL).group(1)
    assert "parallel" in commands
    if not shutil.which("parallel"):
        pytest.skip("GNU parallel is not installed; .ci/install test installs it")
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "chatexport").symlink_to(BINARY)
    shutil.copy(chat, tmp_path / "big.json")
    result = subprocess.run(
        ["bash", "-ec", commands], cwd=tmp_path, capture_output=True, text=True,
        env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
    assert result.returncode == 0, result.stderr
    assert_equal(site, tmp_path / "site")


def test_the_job_of_kubernetes_follows_its_schema():
    validate = module("kubernetes_validate")
    import yaml
    for document in yaml.safe_load_all((SCALE_OUT / "job.yaml").read_text(encoding="utf-8")):
        validate.validate(document, validate.latest_version(), strict=True)
        command = document["spec"]["template"]["spec"]["containers"][0]["args"][0]
        assert f"/{document['spec']['completions']} " in command


def test_the_driver_is_short():
    assert len((SCALE_OUT / "dask_export.py").read_text(encoding="utf-8").splitlines()) < 200
