import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { keepLocalEvm } from "@/local/chains/local-evm";
import { keepLocalTron } from "@/local/chains/local-tron";
import type { RunningRecord } from "@/local/processes/process-record";
import { isEvmNetworkId, type NetworkId } from "@/server/chains/networks";
import type { NetworkSettings } from "@/server/environment/networks";

export interface LocalChains {
  settings: Partial<Record<NetworkId, NetworkSettings>>;
  stop(): Promise<void>;
}

/** One local chain per network. Stops them all when one does not start. */
export async function startLocalChains(
  networks: readonly NetworkId[],
  dataDir: string,
  record: RunningRecord,
  log: (line: string) => void,
): Promise<LocalChains> {
  const directory = join(dataDir, "chains");
  mkdirSync(directory, { recursive: true });
  const attempts = await Promise.allSettled(
    networks.map(async (id) => ({
      id,
      chain: isEvmNetworkId(id)
        ? await keepLocalEvm(id, directory, record, log)
        : await keepLocalTron(directory, record, log),
    })),
  );
  const started = attempts.flatMap((attempt) => (attempt.status === "fulfilled" ? [attempt.value] : []));
  const stop = async () => void (await Promise.all(started.map(({ chain }) => chain.stop())));
  const failed = attempts.find((attempt) => attempt.status === "rejected");
  if (failed) {
    await stop();
    throw failed.reason;
  }
  return { settings: Object.fromEntries(started.map(({ id, chain }) => [id, chain.settings])), stop };
}
