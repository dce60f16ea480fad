/*
 * Plays a whole game over the service without knowing a rule: the bot chooses for every seat.
 *
 *   dinoai serve --web &
 *   npm install && npm run build
 *   npm start -- JURASSIC_SNACK
 *   npm start -- DRAFTOSAURUS --transport grpc-web --simulations 500
 *   npm start -- DRAFTOSAURUS --transport grpc --server http://127.0.0.1:50051
 *
 * The transports connect-web and grpc-web run in browsers, unchanged.
 */
import { parseArgs } from "node:util";

import { Code, ConnectError, createClient, type Interceptor, type Transport } from "@connectrpc/connect";
import * as node from "@connectrpc/connect-node";
import * as web from "@connectrpc/connect-web";

import { Game, RulesService } from "./gen/dinoai/v1/rules_pb.js";
import { SuggestService } from "./gen/dinoai/v1/suggest_pb.js";

const ATTEMPTS = 5;

/** Repeats a call that failed because the server was not there, went away or was full; every call is pure. */
const retry: Interceptor = (next) => async (request) => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await next(request);
    } catch (error) {
      const { code, metadata } = ConnectError.from(error);
      // A TypeError is what fetch throws where there is no server, Canceled what gRPC answers where one just ends.
      const gone = error instanceof TypeError || (code === Code.Canceled && !request.signal.aborted);
      const passing = gone || code === Code.Unavailable || code === Code.ResourceExhausted;
      if (!passing || request.stream || attempt === ATTEMPTS) throw error;
      const seconds = Number(metadata.get("retry-after") ?? 0) || 0.05 * 2 ** attempt;
      await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
    }
  }
};

function token(): Interceptor[] {
  const secret = process.env["DINOAI_TOKEN"];
  if (!secret) return [];
  return [
    (next) => (request) => {
      request.header.set("authorization", `Bearer ${secret}`);
      return next(request);
    },
  ];
}

function transportNamed(name: string, baseUrl: string): Transport {
  const interceptors = [retry, ...token()];
  switch (name) {
    case "connect-web":
      return web.createConnectTransport({ baseUrl, interceptors });
    case "grpc-web":
      return web.createGrpcWebTransport({ baseUrl, interceptors });
    case "connect-node":
      return node.createConnectTransport({ baseUrl, httpVersion: "1.1", interceptors });
    case "grpc":
      return node.createGrpcTransport({ baseUrl, interceptors });
    default:
      throw new Error(`no transport ${name}: connect-web, grpc-web, connect-node or grpc`);
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      server: { type: "string", default: "http://127.0.0.1:8080" },
      transport: { type: "string", default: "connect-web" },
      simulations: { type: "string", default: "200" },
    },
  });
  const game = Game[(positionals[0] ?? "JURASSIC_SNACK") as keyof typeof Game];
  const maxSimulations = Number(values.simulations);
  const transport = transportNamed(values.transport, values.server);
  const rules = createClient(RulesService, transport);
  const bot = createClient(SuggestService, transport);

  let { state } = await rules.newGame({ game, seed: 1 });
  const view = (await rules.getView({ state, seat: 0 })).state;
  for await (const { answer, final } of bot.analyze({ state: view, seat: 0, limits: { maxMillis: 300 } })) {
    const best = answer?.suggestions[0];
    console.log(`${final ? "at last" : "so far"} ${best?.notation} after ${answer?.stats?.simulations} simulations`);
  }

  let over = false;
  let moves = 0;
  while (!over) {
    for (const seat of [0, 1]) {
      // Each seat sees its own view only; where both choose at once, both have moves.
      const view = (await rules.getView({ state, seat })).state;
      if (over || (await rules.listMoves({ state: view, seat })).moves.length === 0) continue;
      moves++;
      const answer = await bot.suggest(
        { state: view, seat, limits: { maxSimulations }, seed: moves },
        { timeoutMs: 30_000 },
      );
      const best = answer.suggestions[0]!;
      console.log(`seat ${seat}: ${best.notation} (${(100 * best.winProbability).toFixed(0)} %)`);
      ({ state, over } = await rules.applyMove({
        state,
        seat,
        choice: { case: "notation", value: best.notation },
        seed: moves,
      }));
    }
  }
  const { seats, winners } = await rules.score({ state });
  const points = seats.map((seat) => seat.points).join(", ");
  console.log(`${moves} moves; points by seat: ${points}; won by seat ${winners.join(" and ")}`);
}

main().catch((error: unknown) => {
  console.error(`Error: ${error instanceof ConnectError ? error.rawMessage : String(error)}`);
  process.exitCode = 1;
});
