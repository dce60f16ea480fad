"""Only ladders wait for the libraries of their statistics."""

from __future__ import annotations

import subprocess
import sys

from playing import ROOT


def test_a_suggestion_needs_no_statistics() -> None:
    example = ROOT / "examples" / "jurassic_snack_middle.json"
    code = (
        "import sys; from dinoai.clients.command_line import main;"
        f"main(['suggest', {str(example)!r}, '--simulations', '10', '--seed', '1'], standalone_mode=False);"
        "sys.exit(any(name in sys.modules for name in ('numpy', 'scipy', 'matplotlib', 'jinja2')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
