"""Build steps that pyproject.toml cannot say: the schema's generated code and the Cython extensions."""

import os
import platform
import shutil
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent.resolve()
FOLDERS = ("engine", "search")  # those with extension modules
PACKAGES = {"engine": "engine", "search": "search", "server": "server", "clients": "clients", "v1": "proto/dinoai/v1"}
DEBUG = os.environ.get("DINOAI_DEBUG", "0") not in ("", "0")
NATIVE = os.environ.get("DINOAI_NATIVE", "0") not in ("", "0")
SANITIZERS = os.environ.get("DINOAI_SANITIZE", "")  # as -fsanitize takes them, such as address,undefined
CHECKED = DEBUG or bool(SANITIZERS)
# Cython does not see that directives have changed, so builds of different kinds keep their C apart.
GENERATED = "build/cython-debug" if CHECKED else "build/cython"


def generate_schema() -> None:
    """Write `*_pb2.py`, `*_pb2.pyi` and `*_pb2_grpc.py` beside the schema."""
    import grpc_tools
    from grpc_tools import protoc

    protos = sorted(str(path.relative_to(ROOT / "proto")) for path in (ROOT / "proto").rglob("*.proto"))
    out = str(ROOT / "proto")
    command = [
        "protoc",
        f"-I{out}",
        f"-I{Path(grpc_tools.__file__).parent / '_proto'}",
        f"--python_out={out}",
        f"--pyi_out={out}",
        f"--grpc_python_out={out}",
        *protos,
    ]
    if protoc.main(command):
        raise SystemExit("the schema does not compile")


def link_packages() -> Path:
    """Make `build/packages/dinoai/*`, the names by which Cython and type checkers find the mapped folders."""
    tree = ROOT / "build" / "packages"
    package = tree / "dinoai"
    package.mkdir(parents=True, exist_ok=True)
    (package / "__init__.pxd").touch()
    for name, folder in PACKAGES.items():
        link = package / name
        if link.is_symlink() or link.is_file():
            link.unlink()
        elif link.is_dir():
            shutil.rmtree(link)
        try:
            link.symlink_to(ROOT / folder, target_is_directory=True)
        except OSError:
            shutil.copytree(ROOT / folder, link)
    return tree


def compile_flags() -> list[str]:
    """Optimise without changing results: no fast math and no fused operations, so every build searches alike."""
    flags = ["-O3", "-ffp-contract=off", "-Wno-unused-function"]
    if NATIVE:
        flags.append("-march=native")
    elif platform.machine() in ("x86_64", "AMD64"):
        flags.append("-march=x86-64-v2")
    if CHECKED:
        flags += ["-g", "-O1", "-fno-omit-frame-pointer"]
    return flags + sanitizer_flags()


def sanitizer_flags() -> list[str]:
    """A report ends the process, so that none is lost in captured output."""
    return [f"-fsanitize={SANITIZERS}", "-fno-sanitize-recover=all"] if SANITIZERS else []


def extensions() -> list[Extension]:
    """One extension a `.pyx`, named by its installed place."""
    headers = sorted(
        str(path.relative_to(ROOT))
        for folder in FOLDERS
        for suffix in ("*.pxd", "*.h")
        for path in (ROOT / folder).rglob(suffix)
    )
    macros = [("DINOAI_DEBUG", "1")] if DEBUG else []
    return [
        Extension(
            ".".join(("dinoai", *source.relative_to(ROOT).with_suffix("").parts)),
            [str(source.relative_to(ROOT))],
            include_dirs=["engine", "search"],
            depends=headers,
            define_macros=macros,
            extra_compile_args=compile_flags(),
            extra_link_args=sanitizer_flags(),
        )
        for folder in FOLDERS
        for source in sorted((ROOT / folder).rglob("*.pyx"))
    ]


class BuildPackages(build_py):
    """Generate the schema's code before the packages are collected."""

    def run(self) -> None:
        generate_schema()
        super().run()


class BuildExtensions(build_ext):
    """Generate the schema's code for in-place builds too, where `build_py` does not run first.

    When the kind of the build has changed everything is compiled again.
    """

    def run(self) -> None:
        generate_schema()
        kind = ROOT / "build" / "kind"
        flags = " ".join([*compile_flags(), f"debug={DEBUG}"])
        if not kind.exists() or kind.read_text() != flags:
            self.force = True
            kind.unlink(missing_ok=True)
        super().run()
        kind.parent.mkdir(exist_ok=True)
        kind.write_text(flags)


setup(
    ext_modules=cythonize(
        extensions(),
        include_path=[str(link_packages())],
        build_dir=GENERATED,
        emit_linenums=CHECKED,  # so that assertions and reports name lines of the sources
        compiler_directives={
            "language_level": 3,
            "boundscheck": CHECKED,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": CHECKED,
            "embedsignature": True,
        },
    ),
    cmdclass={"build_py": BuildPackages, "build_ext": BuildExtensions},
)
