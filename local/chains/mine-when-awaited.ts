import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { openDatabase } from "@/db";
import { rpc } from "@/local/evm-node/rpc";
import { awaitedTimes } from "@/server/recurring-payouts/instalments/awaited-time";

/** How often somebody looks, and the most blocks that are mined for nothing but their time. */
const EVERY_MS = 2_000;

const Block = z.object({ timestamp: z.string() });

export interface Mining {
  databaseUrl: string;
  /** The node of each local EVM network, by its ID. */
  nodes: ReadonlyMap<string, string>;
  now: () => Date;
  log: (line: string) => void;
}

/**
 * Local chains mine a block when a transaction comes, and their time stands still meanwhile. What is due by the time of a
 * chain would wait for somebody else's transaction: while it does, a block is mined every two seconds, and none
 * otherwise. Returns what ends it.
 */
export function mineWhenAwaited(mining: Mining): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const database = openDatabase(mining.databaseUrl, { poolSize: 1, applicationName: "local-chains" });
  const run = async () => {
    while (!stopping.signal.aborted) {
      // A database or a chain that is being started again is asked again.
      await mineOnce(database.db, mining).catch((error: unknown) => {
        if (!stopping.signal.aborted) mining.log(`no block was mined for its time: ${String(error)}`);
      });
      await delay(EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
      await database.close();
    },
  };
}

/** Mines a block on every chain that is behind a time that something waits for. */
export async function mineOnce(
  db: Parameters<typeof awaitedTimes>[0]["db"],
  { nodes, now }: Pick<Mining, "nodes" | "now">,
): Promise<void> {
  for (const [network, awaited] of await awaitedTimes({ db, now })) {
    const url = nodes.get(network);
    if (url === undefined) continue;
    const { timestamp } = Block.parse(await rpc(url, "eth_getBlockByNumber", ["latest", false]));
    if (Number(timestamp) * 1_000 < awaited.getTime()) await rpc(url, "evm_mine", []);
  }
}
