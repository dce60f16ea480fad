"""`dinoai.v1.InfoService`: what a server is and offers."""

from __future__ import annotations

import time

from dinoai.engine.games import GAMES
from dinoai.search.bots import BOTS, PolicyBot, find_bot
from dinoai.search.guidance import FULL_LEVEL, GuidedBot
from dinoai.search.suggest import DEFAULT_BOT, engine_version
from dinoai.server.admission import Admission
from dinoai.server.service import Call
from dinoai.v1 import info_pb2


class InfoService:
    """`dinoai.v1.InfoService` of a server."""

    def __init__(self, admission: Admission, *, max_request_bytes: int, max_search_seconds: float) -> None:
        self._admission = admission
        self._request_bytes = max_request_bytes
        self._search_millis = round(1000 * max_search_seconds)
        self._started = time.monotonic()

    def ListBots(self, request: info_pb2.ListBotsRequest, call: Call) -> info_pb2.ListBotsResponse:  # noqa: N802
        """The bots, strongest first."""
        games = [game.upper() for game in GAMES]
        bots = [
            info_pb2.ListBotsResponse.Bot(
                name=name,
                searches=not any(isinstance(find_bot(name, game), PolicyBot) for game in GAMES),
                games=games,
                default=name == DEFAULT_BOT,
                levels=FULL_LEVEL if all(isinstance(find_bot(name, game), GuidedBot) for game in GAMES) else 0,
            )
            for name in BOTS
        ]
        return info_pb2.ListBotsResponse(bots=bots)

    def GetServerInfo(  # noqa: N802
        self, request: info_pb2.GetServerInfoRequest, call: Call
    ) -> info_pb2.GetServerInfoResponse:
        """Version, limits and load."""
        admission = self._admission
        return info_pb2.GetServerInfoResponse(
            version=engine_version(),
            limits=info_pb2.GetServerInfoResponse.Limits(
                request_bytes=self._request_bytes,
                search_threads=admission.threads,
                search_millis=self._search_millis,
                waiting=admission.max_waiting,
                calls_per_client=admission.max_calls_per_client,
            ),
            load=info_pb2.GetServerInfoResponse.Load(search_threads=admission.busy, waiting=admission.waiting),
            uptime_seconds=int(time.monotonic() - self._started),
        )
