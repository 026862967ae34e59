"""The sdist builds the wheel, and the wheel works where it is installed: with weights and page, without tests."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from inkslate.version import __version__
from tests.support.commands import without_this_package
from tests.support.paths import ROOT
from tests.support.project import PACKAGE

pytestmark = pytest.mark.process
NAME = f"inkslate-{__version__}"


def call(*command: str | Path, folder: Path) -> str:
    """Run a command that must succeed."""
    environment = without_this_package(os.environ)
    done = subprocess.run(list(map(str, command)), cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a new environment that sees what the dependencies of this one installed, and not its inkslate."""
    folder = tmp_path_factory.mktemp("environment")
    call(sys.executable, "-m", "venv", "--without-pip", folder, folder=folder)
    (packages,) = folder.glob("lib/python*/site-packages")
    # The .pth files in those folders, one of which is our editable installation, are not read.
    seen = [path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")]
    (packages / "dependencies.pth").write_text("\n".join(seen) + "\n", "utf-8")
    return folder / "bin" / "python"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, python: Path) -> Path:
    """A folder with the sdist and the wheel that is built from the sdist."""
    folder = tmp_path_factory.mktemp("dist")
    pytest.importorskip("hatchling", reason="hatchling is in the extra `dev`")
    call(python, "-m", "hatchling", "build", "-t", "sdist", "-d", folder, folder=ROOT)
    with tarfile.open(folder / f"{NAME}.tar.gz") as archive:
        archive.extractall(folder, filter="data")
    call(python, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, folder=folder / NAME)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    return built / f"{NAME}-py3-none-any.whl"


def test_the_wheel_has_all_files_of_the_package_and_nothing_else(wheel: Path) -> None:
    found = {name for name in zipfile.ZipFile(wheel).namelist() if not name.startswith(f"{NAME}.dist-info/")}
    package = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert found == package
    assert {name.split("/")[3] for name in found if name.startswith("inkslate/model/weights/")} == {"open"}
    assert {
        "inkslate/py.typed",
        "inkslate/model/weights/open/model.onnx",
        "inkslate/model/weights/open/tokenizer.json",
        "inkslate/service/page/index.html",
    } <= found


def test_the_wheel_says_what_it_is(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    metadata = archive.read(f"{NAME}.dist-info/METADATA").decode()
    assert f"\nVersion: {__version__}\n" in metadata
    assert "\nLicense-Expression: Apache-2.0\n" in metadata
    # Who may use the weights is in the card of the model.
    licences = [line.removeprefix("License-File: ") for line in metadata.splitlines() if "License-File" in line]
    assert licences == ["LICENSE", "src/inkslate/model/weights/open/README.md"]
    assert (
        "[console_scripts]\ninkslate = inkslate.cli:main" in archive.read(f"{NAME}.dist-info/entry_points.txt").decode()
    )


def test_the_sdist_has_what_its_tests_need(built: Path) -> None:
    folder = built / NAME
    names = ("pyproject.toml", "README.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE", "Makefile", "constraints.txt")
    assert [name for name in (*names, "tests/conftest.py", "docs", "examples") if not (folder / name).exists()] == []


def test_the_research_model_is_in_neither(built: Path, wheel: Path) -> None:
    """Its weights are for research only. The sdist has the page that says so, which other pages link to."""
    with tarfile.open(built / f"{NAME}.tar.gz") as archive:
        names = [name.removeprefix(f"{NAME}/") for name in archive.getnames()]
    assert [name for name in names if name.startswith("research")] == ["research/README.md"]
    assert [name for name in zipfile.ZipFile(wheel).namelist() if "research" in name] == []


def test_the_wheel_works_where_it_is_installed(wheel: Path, python: Path, tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "--python", python, "install"]
    call(*pip, "--no-deps", "--no-index", wheel, folder=tmp_path)
    assert Path(call(python, "-c", "import inkslate; print(inkslate.__file__)", folder=tmp_path)).is_relative_to(
        python.parent.parent
    )
    (tmp_path / "note.txt").write_text("to do\n- call Ruth\n", "utf-8")
    for command in ([python, "-m", "inkslate"], [python.parent / "inkslate"]):
        assert call(*command, "extract", "note.txt", folder=tmp_path) == "[ ] call Ruth\n"
