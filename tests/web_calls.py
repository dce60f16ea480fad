"""Calls over HTTP as the tests make them, and what they ask."""

from __future__ import annotations

import json
import struct
import urllib.error
import urllib.request
from http.client import HTTPConnection, HTTPResponse
from typing import Any

from serving import ServerThread

from dinoai.engine import games
from dinoai.engine.document import message_dict

FULL = games.new_game("jurassic_snack", seed=3)
STATE = games.encode_state(games.view(FULL, 0))
SUGGEST = {"state": message_dict(STATE), "seed": 3, "limits": {"max_simulations": 500}}
ENDLESS = {"state": message_dict(STATE), "limits": {"max_millis": 600_000}}


def post(
    server: ServerThread, method: str, body: bytes, content_type: str = "application/json", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    """The status, headers in small letters, and body of an answer."""
    given = {"content-type": content_type, **{name.replace("_", "-"): value for name, value in headers.items()}}
    request = urllib.request.Request(f"{server.server.web_address}/dinoai.v1.{method}", body, given)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            status, answered, data = response.status, response.headers, response.read()
    except urllib.error.HTTPError as error:
        with error:
            status, answered, data = error.code, error.headers, error.read()
    return status, {name.lower(): value for name, value in answered.items()}, data


def call(server: ServerThread, method: str, request: Any, **headers: str) -> tuple[int, dict[str, str], Any]:
    status, answered, body = post(server, method, json.dumps(request).encode(), **headers)
    return status, answered, json.loads(body)


def frame(data: bytes) -> bytes:
    return struct.pack(">BI", 0, len(data)) + data


def frames(data: bytes) -> list[tuple[int, bytes]]:
    """The flags and contents of the frames of a stream."""
    found = []
    while data:
        flags, size = struct.unpack(">BI", data[:5])
        found.append((flags, data[5 : 5 + size]))
        data = data[5 + size :]
    return found


def opened_stream(server: ServerThread, request: Any) -> tuple[HTTPConnection, HTTPResponse]:
    connection = HTTPConnection(server.server.web_address.partition("//")[2], timeout=30)
    body = frame(json.dumps(request).encode())
    headers = {"content-type": "application/connect+json"}
    connection.request("POST", "/dinoai.v1.SuggestService/Analyze", body, headers)
    return connection, connection.getresponse()


def next_frame(response: HTTPResponse) -> tuple[int, Any]:
    flags, size = struct.unpack(">BI", response.read(5))
    return flags, json.loads(response.read(size))
