"""What docs/service.md says of settings, statuses and metrics is so."""

from __future__ import annotations

import re

from playing import ROOT
from serving import run_dinoai

from dinoai.server.app import MAX_MESSAGE_BYTES, MAX_METADATA_BYTES
from dinoai.server.config import SETTINGS, ServerConfig
from dinoai.server.errors import ERROR_TABLE
from dinoai.server.handlers import MAX_REQUEST_BYTES

TEXT = (ROOT / "docs" / "service.md").read_text()


def test_every_reason_is_listed_with_its_status() -> None:
    status = ""
    listed = set()
    for line in TEXT[TEXT.index("## Statuses") : TEXT.index("## Configuration")].splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) < 4:
            continue
        status = cells[1].strip("`") or status
        listed |= {(status, reason) for reason in re.findall(r"`([A-Z_]+)`", cells[2])}
    assert listed == {(row.code.name, row.reason) for row in ERROR_TABLE}


def test_settings_that_are_named_exist() -> None:
    flags = {name.replace("-", "_") for name in re.findall(r"--([a-z][a-z-]+)", TEXT)}
    assert flags <= SETTINGS.keys() | {"config", "show_config", "no_reflection"}
    assert {"search_threads", "max_waiting", "max_wait_seconds", "drain_seconds"} <= set(re.findall(r"`(\w+)`", TEXT))


def test_numbers_are_those_of_the_program() -> None:
    config = ServerConfig()
    assert f"{MAX_REQUEST_BYTES:,} bytes" in TEXT
    assert f"{MAX_MESSAGE_BYTES // 1024} KiB" in TEXT and f"{MAX_METADATA_BYTES // 1024} KiB" in TEXT
    assert f"{config.max_streams} calls in progress" in TEXT
    assert f"{config.max_connections:,} connections" in TEXT


def test_the_commands_of_the_section_on_configuration() -> None:
    shown = run_dinoai("serve", "--show-config", "--log-format", "json").stdout.decode()
    assert 'log_format = "json"' in shown
    assert "[--log-format]" in shown
