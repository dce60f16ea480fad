"""The configuration: what wins, what is refused, and that what is shown can be read again."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from serving import run_dinoai

from dinoai.engine.errors import InvalidInputError
from dinoai.server.config import SETTINGS, ServerConfig, config_toml, load_config


def problems(path: Path | None = None, environment: dict[str, str] | None = None, **flags: Any) -> dict[str, str]:
    with pytest.raises(InvalidInputError) as caught:
        load_config(path, environment or {}, flags)
    return {problem.path: problem.message for problem in caught.value.problems}


def test_flags_win_over_the_environment_and_that_over_the_file(tmp_path: Path) -> None:
    path = tmp_path / "server.toml"
    path.write_text("max_waiting = 1\nmax_streams = 1\nmax_connections = 1\nmax_search_seconds = 7")
    environment = {"DINOAI_MAX_WAITING": "2", "DINOAI_MAX_STREAMS": "2", "DINOAI_OTHER": "x"}
    config, origins = load_config(path, environment, {"max_waiting": 3, "insecure": None})
    assert (config.max_waiting, config.max_streams, config.max_connections) == (3, 2, 1)
    assert config.max_search_seconds == 7.0
    assert origins["max_waiting"] == "--max-waiting"
    assert origins["max_streams"] == "DINOAI_MAX_STREAMS"
    assert origins["max_connections"] == str(path)
    assert "insecure" not in origins


def test_what_is_shown_can_be_read_again(tmp_path: Path) -> None:
    flags = {"listen": "[::1]:80", "tokens": 'a "quoted" \\ path', "max_wait_seconds": 0.25, "reflection": False}
    config, origins = load_config(None, {}, flags)
    path = tmp_path / "server.toml"
    path.write_text(config_toml(config, origins))
    assert load_config(path, {}, {})[0] == config
    assert set(tomllib.loads(path.read_text())) == set(SETTINGS)


def test_every_problem_is_told(tmp_path: Path) -> None:
    path = tmp_path / "server.toml"
    path.write_text('lisen = "x"\nmax_waiting = true\nsearch_threads = 0\n[table]\nx = 1')
    environment = {"DINOAI_INSECURE": "perhaps", "DINOAI_LOG_FORMAT": "xml"}
    told = problems(path, environment, metrics="nowhere", tls_cert="a", tls_client_ca="b")
    assert told.keys() == {
        "lisen", "table", "max_waiting", "search_threads", "insecure", "log_format", "metrics", "tls_key",
    }  # fmt: skip
    assert "did you mean listen?" in told["lisen"]
    assert "DINOAI_LOG_FORMAT" in told["log_format"]


@pytest.mark.parametrize(
    ("text", "message"),
    [("a = ", "is not TOML"), ("\xff", "cannot be read: 'utf-8'"), (None, "cannot be read: No such file or directory")],
)
def test_a_file_that_is_none(tmp_path: Path, text: str | None, message: str) -> None:
    path = tmp_path / "server.toml"
    if text is not None:
        path.write_bytes(text.encode("latin-1"))
    told = problems(path)
    assert told.keys() == {"config"}
    assert told["config"].startswith(f"{path} {message}")


@pytest.mark.parametrize("address", ["0.0.0.0:1", "[::]:1", "192.168.1.1:1", "example.org:1"])
def test_plaintext_is_for_this_machine_alone(address: str) -> None:
    assert "can be reached from other machines" in problems(listen=address)["listen"]
    ServerConfig(listen=address, insecure=True)
    ServerConfig(listen=address, tls_cert="a", tls_key="b")


@pytest.mark.parametrize("address", ["127.0.0.1:1", "[::1]:0", "localhost:1", "127.9.9.9:1"])
def test_loopback_needs_nothing(address: str) -> None:
    assert ServerConfig(listen=address).listen == address


@pytest.mark.parametrize("address", ["", "host", ":1", "::1:1", "host:70000", "host:-1"])
def test_what_is_no_address(address: str) -> None:
    assert "HOST:PORT" in problems(listen=address)["listen"]


def test_the_command_shows_the_configuration() -> None:
    done = run_dinoai("serve", "--show-config", "--max-waiting", "5")
    assert done.returncode == 0
    assert tomllib.loads(done.stdout.decode())["max_waiting"] == 5
    assert "[--max-waiting]" in done.stdout.decode()
    done = run_dinoai("serve", "--show-config", "--listen", "0.0.0.0:1")
    assert done.returncode == 2 and not done.stdout
