"""Compiles the engine with mypyc, beside the one in Python: `make compiled` runs this file.

The result is in `build/compiled/`: a copy of `engine/`, with a compiled module beside each module that mypyc
can compile. A process with the variables of `environment` imports it; all others import `engine/`.
"""

from __future__ import annotations

import ast
import io
import os
import shlex
import shutil
import sys
import sysconfig
from contextlib import redirect_stdout
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
BUILT: Final = ROOT / "build" / "compiled"
MISSING: Final = (
    "No C compiler here: the engine stays in Python. Debian and Ubuntu: build-essential, python3-dev"
)
GUARD: Final = '''"""The engine, compiled."""

from pathlib import Path


def is_current() -> bool:
    """Whether the engine in Python is still the one that was compiled."""
    copy = Path(__file__).parent
    ours, theirs = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.py")}
        for folder in (copy, copy.parents[2] / "engine")
    )
    this = Path("__init__.py")
    return {**ours, this: b""} == {**theirs, this: b""}


if not is_current():
    raise ImportError("build/compiled/ holds another version of the engine: make compiled")
'''
"""The code of the copy's `engine/__init__.py`, by which importing an outdated compiled engine fails."""


def modules() -> list[Path]:
    """The paths of the engine's modules, relative to the repository's root."""
    return sorted(path.relative_to(ROOT) for path in (ROOT / "engine").rglob("*.py"))


def is_compiled(module: Path) -> bool:
    """Whether mypyc can compile a module: not if it has structs or enums (mypyc/mypyc#1098)."""
    tree = ast.parse((ROOT / module).read_text("utf-8"))
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    bases = {ast.unparse(base).partition("[")[0] for one in classes for base in one.bases}
    return module.name != "__init__.py" and bases <= {"NamedTuple", "Generic"}


def has_compiler() -> bool:
    """Whether the C compiler with which this Python builds extensions is installed."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC")
    return bool(command) and shutil.which(shlex.split(str(command))[0]) is not None


def environment() -> dict[str, str]:
    """The environment variables of a process that imports the compiled engine."""
    return {**os.environ, "PYTHONSAFEPATH": "1", "PYTHONPATH": os.pathsep.join((str(BUILT), str(ROOT)))}


def build() -> int:
    """Compile the engine, then replace the folder `BUILT`; return the number of compiled modules."""
    part = BUILT.with_suffix(".part")
    shutil.rmtree(part, ignore_errors=True)
    for path in modules():
        (part / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, part / path)
    os.chdir(part)
    taken = [str(path) for path in modules() if is_compiled(path)]
    _compile(taken)
    shutil.rmtree("build")
    Path("engine", "__init__.py").write_text(GUARD, "utf-8")
    shutil.rmtree(BUILT, ignore_errors=True)
    part.rename(BUILT)
    return len(taken)


def _compile(paths: list[str]) -> None:
    """Compile modules of the current folder, each beside its source; if that fails, print mypyc's output."""
    from mypyc.build import mypycify
    from setuptools import Distribution  # type: ignore[import-untyped]

    with redirect_stdout(io.StringIO()) as said:
        try:
            extensions = mypycify(paths, opt_level="1", debug_level="0")
        except SystemExit:
            print(said.getvalue(), file=sys.stderr)
            raise
    command = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
    command.inplace = True
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    if not has_compiler():
        sys.exit(MISSING)
    print(f"{build()} modules of the engine are compiled.")
