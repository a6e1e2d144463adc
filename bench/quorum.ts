import { pathToFileURL } from "node:url";
import { median, overRounds, timed } from "@/bench/measure";
import { type Effort, effortOf, printReport, type Report } from "@/bench/report";
import { startScratchPostgres } from "@/bench/scratch-postgres";
import { type FaultyNode, startFaultyNode } from "@/local/evm-node/faulty-node";
import { EvmAdapter } from "@/server/chains/evm/adapter";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { clock } from "@/server/lib/clock";
import { startTestChain } from "@/server/testing/evm/chain";
import { startLedger } from "@/server/testing/ledger";
import { newWatcherMemory } from "@/server/worker/transfers/memory";
import { watchTransfers } from "@/server/worker/transfers/watch-transfers";

const ROUNDS = 5;
const PAYMENTS = 10;
/** What a hosted node takes to answer. */
const NODE_MS = 25;

/**
 * From a block that three nodes have to the event of its payment in the database, with two of three providers agreeing and
 * with one, in turn: the same chain, the same requests, every node as far away as a hosted one.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const server = await startScratchPostgres();
  const node = await startTestChain({ network: "sepolia" });
  const nodes = await Promise.all([0, 1, 2].map(() => startFaultyNode(node.rpcUrl)));
  const ledger = await startLedger(
    node,
    {},
    {
      databaseUrl: await server.createDatabase("quorum"),
      env: { PRICE_SOURCES: "chainlink", PRICE_SOURCES_REQUIRED: "1" },
    },
  );
  try {
    const alone = watcherOf(nodes);
    const agreeing = watcherOf(nodes, 2);
    for (const one of nodes) one.behave(() => ({ after: clock.wait(NODE_MS) }));
    const announced = async ({ chain, memory }: Watcher): Promise<number> => {
      const request = await ledger.request("1");
      await ledger.pay(request, "1");
      const ms = await timed(async () => {
        do await watchTransfers(ledger.ctx, chain, "bench", memory);
        while ((await ledger.reload(request)).status !== "paid");
      });
      const events = await ledger.events(request);
      if (events.join() !== "payment.confirmed") throw new Error(`a payment was announced as ${events}`);
      return ms;
    };
    const times = async (watcher: Watcher) => {
      const sample: number[] = [];
      for (let i = 0; i < (quick ? 3 : PAYMENTS); i++) sample.push(await announced(watcher));
      return median(sample);
    };
    // What is asked once, and compiled code.
    for (const watcher of [alone, agreeing]) await times(watcher);
    const rounds: { alone: number; agreeing: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({ alone: await times(alone), agreeing: await times(agreeing) });
    }
    return {
      name: "quorum",
      figures: [
        {
          what: "block → event, two of three providers agreeing ÷ one",
          ...overRounds(rounds.map((round) => round.agreeing / round.alone)),
          unit: "",
          goal: { better: "less", goal: 1.3, stretch: 1.1 },
        },
        {
          what: `block → event by one provider, ${NODE_MS} ms away`,
          value: median(rounds.map((round) => round.alone)),
          unit: "ms",
        },
        {
          what: "the same, two of three agreeing",
          value: median(rounds.map((round) => round.agreeing)),
          unit: "ms",
        },
      ],
    };
  } finally {
    await ledger.close();
    await Promise.all(nodes.map((one) => one.close()));
    await node.stop();
    await server.stop();
  }
}

interface Watcher {
  chain: EvmAdapter;
  memory: ReturnType<typeof newWatcherMemory>;
}

function watcherOf(nodes: readonly FaultyNode[], needed?: number): Watcher {
  const providers = ["one", "two", "three"];
  const chain = new EvmAdapter(EVM_NETWORKS.sepolia, {
    rpcUrls: nodes.map(({ url }) => url),
    confirmations: 1,
    startBlock: 0,
    ...(needed === undefined ? {} : { quorum: { needed, providers, aboveUsd: null } }),
  });
  return { chain, memory: newWatcherMemory() };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  printReport(await run(effortOf(process.argv)));
