import type { LocalChain } from "@/local/chains/local-chain";
import { type Kept, keepRunning } from "@/local/processes/keep-running";
import type { RunningRecord } from "@/local/processes/process-record";
import { startTronSimulator, type TronNode } from "@/local/tron-node/node";

/**
 * A demo should not wait a minute for a solid block: blocks come each second while something waits for them, and are
 * solid when four more have followed. Clients build on the head for 60 s, so an idle chain must not grow older than that.
 */
const LOCAL_PACE = { mining: { blockTimeMs: 1_000, idleMs: 15_000 }, solidAfter: 4 };

/** The local Tron node, its state in `directory`. It lives in this process; its engine is a process of its own. */
export async function keepLocalTron(
  directory: string,
  record: RunningRecord,
  log: (line: string) => void,
): Promise<LocalChain> {
  let port: number | undefined;
  const kept: Kept<TronNode> = await keepRunning<TronNode>({
    name: "local chain tron",
    async start() {
      const node = await startTronSimulator({ ...LOCAL_PACE, port, directory, log });
      record.add(node.process);
      if (port !== undefined && node.port !== port) {
        await node.stop();
        throw new Error(`port ${port} is taken`);
      }
      port = node.port;
      return node;
    },
    onExit: (ended) => record.remove(ended.pid),
    log,
  });
  return {
    settings: { rpcUrls: [kept.current().url], startBlock: 0 },
    stop: () => kept.stop(),
  };
}
