"""One of several server processes on a port, as the supervisor starts it: `python -m dinoai.server.worker`.

It reads its settings as a line of JSON from standard input and writes one line to standard output: that it listens, or
why it cannot. When its standard input ends, because the supervisor says so or is no more, it drains.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from typing import Any

from dinoai.engine.errors import DinoaiError, InvalidInputError
from dinoai.server.app import Server
from dinoai.server.config import ServerConfig
from dinoai.server.lifecycle import Ending, leave_out_of_collections
from dinoai.server.logs import configure_logs


def main() -> None:
    """Serve until told to end."""
    config = ServerConfig(**json.loads(sys.stdin.buffer.readline()))
    configure_logs(config.log_format, config.log_level)
    asyncio.run(_serve(config))


async def _serve(config: ServerConfig) -> None:
    try:
        server = Server(config)
        await server.start()
    except InvalidInputError as error:
        _tell(problems=[[problem.path, problem.message] for problem in error.problems])
        return
    except DinoaiError as error:
        _tell(error=str(error))
        return
    leave_out_of_collections()
    ending = Ending(server)
    loop = asyncio.get_running_loop()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the supervisor hears of it too, and says what is to be done
    loop.add_signal_handler(signal.SIGTERM, ending.drain)
    standard_input = sys.stdin.fileno()

    def told() -> None:
        if not os.read(standard_input, 4096):
            loop.remove_reader(standard_input)
            ending.drain()

    loop.add_reader(standard_input, told)
    _tell(web_address=server.web_address)
    await ending.wait()


def _tell(**fields: Any) -> None:
    print(json.dumps(fields), flush=True)


if __name__ == "__main__":
    main()
