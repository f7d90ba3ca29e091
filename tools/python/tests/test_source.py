"""The house rules of the source: Python 3.9, no dependencies, documented, short lines."""

from __future__ import annotations

import ast
import importlib
import inspect
import os
import sys
import tempfile
import unittest
from pathlib import Path
from types import ModuleType
from typing import Iterator
from unittest import mock

from support import HERE, PACKAGE, umi

SOURCES = sorted((PACKAGE / "umi").glob("*.py"))


def parts(module: ModuleType) -> Iterator[tuple[str, object]]:
    """The public classes and functions of a module, and the public members of its classes."""
    for name, each in vars(module).items():
        if name.startswith("_") or getattr(each, "__module__", "") != module.__name__:
            continue
        if inspect.isclass(each):
            for inner, member in vars(each).items():
                member = getattr(member, "__func__", member)
                if not inner.startswith("_") and callable(getattr(member, "fget", member)):
                    yield f"{name}.{inner}", getattr(each, inner)
        if inspect.isclass(each) or inspect.isfunction(each):
            yield name, each


class Source(unittest.TestCase):
    def test_it_is_written_for_python_3_9(self) -> None:
        for path in [*SOURCES, *HERE.glob("*.py")]:
            text = path.read_text(encoding="utf-8")
            ast.parse(text, str(path), feature_version=(3, 9))
            self.assertIn("from __future__ import annotations", text, path)

    @unittest.skipIf(sys.version_info < (3, 10), "Python 3.9 does not list its own modules")
    def test_it_depends_on_the_standard_library_alone(self) -> None:
        used = set()
        for path in SOURCES:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Import):
                    used.update(name.name.split(".")[0] for name in node.names)
                elif isinstance(node, ast.ImportFrom) and node.level == 0:
                    used.add(str(node.module).split(".")[0])
        self.assertEqual(used - set(sys.stdlib_module_names), set())

    def test_lines_are_short_and_files_too(self) -> None:
        for path in [*SOURCES, *HERE.glob("*.py")]:
            lines = path.read_text(encoding="utf-8").splitlines()
            long = [at for at, line in enumerate(lines, 1) if len(line) > 96]
            self.assertEqual(long, [], path)
            self.assertLessEqual(len(lines), 450, path)

    def test_everything_public_is_documented(self) -> None:
        seen = 0
        for path in SOURCES:
            module = importlib.import_module(f"umi.{path.stem}")
            self.assertTrue(module.__doc__, path)
            for name, part in parts(module):
                self.assertTrue(inspect.getdoc(part), f"{path.stem}: {name}")
                seen += 1
        self.assertGreater(seen, 150)

    def test_all_that_is_exported_is_there(self) -> None:
        self.assertEqual(sorted(umi.__all__), sorted(set(umi.__all__)))
        self.assertEqual([name for name in umi.__all__ if not hasattr(umi, name)], [])
        self.assertTrue((PACKAGE / "umi" / "py.typed").exists())


class Finding(unittest.TestCase):
    def test_the_environment_comes_first(self) -> None:
        with mock.patch.dict(os.environ, {"MODISA": "/some/engine"}):
            self.assertEqual(umi.find_engine(), "/some/engine")

    def test_the_path_comes_second(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / ("modisa.exe" if sys.platform == "win32" else "modisa")
            program.touch(mode=0o755)
            with mock.patch.dict(os.environ, {"MODISA": "", "PATH": folder}):
                self.assertEqual(umi.find_engine(), str(program))

    def test_the_repository_comes_last_or_nothing_is_found(self) -> None:
        with mock.patch.dict(os.environ, {"MODISA": "", "PATH": ""}):
            with mock.patch.object(Path, "is_file", return_value=True):
                found = Path(umi.find_engine())
            self.assertEqual(found.parent, PACKAGE.parents[1] / "target" / "release")
            with mock.patch.object(Path, "is_file", return_value=False):
                with self.assertRaises(umi.EngineNotFound) as caught:
                    umi.find_engine()
            self.assertIn("MODISA", str(caught.exception))
