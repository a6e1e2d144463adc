import { systemCaller } from "@/server/auth/callers";
import type { NetworkId } from "@/server/chains/networks";
import type { TestApi } from "@/server/testing/api";
import { newWatcherMemory } from "@/server/worker/transfers/memory";
import { watchTransfers } from "@/server/worker/transfers/watch-transfers";

/** Runs the real watcher of an API under test until it has seen everything that is on the chain. */
export async function watchAll({ app }: TestApi, network: NetworkId): Promise<void> {
  const adapter = app.chains.find(network);
  if (!adapter) throw new Error(`no node of ${network}`);
  const memory = newWatcherMemory();
  while ((await watchTransfers(app.context(systemCaller("")), adapter, "worker-1", memory)) === "more");
}
