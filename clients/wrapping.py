"""Lists that wrap between their items only."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text


class Items:
    """Items on as many lines as the width needs, with `separator` between two on a line and `end` where a line ends."""

    def __init__(self, items: Sequence[Text], *, separator: str, end: str = "") -> None:
        self._items = items
        self._separator = separator
        self._end = end

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = Text()
        for index, item in enumerate(self._items):
            room = options.max_width - len(self._end if index + 1 < len(self._items) else "")
            if line and line.cell_len + len(self._separator) + item.cell_len > room:
                yield line.append(self._end)
                line = Text()
            elif line:
                line.append(self._separator)
            line.append_text(item)
        yield line
