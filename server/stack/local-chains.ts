import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { EVM_NETWORKS, type EvmNetworkId } from "@/server/chains/networks";
import type { NetworkSettings } from "@/server/config";
import { type RunningAnvil, startAnvil } from "@/server/stack/anvil";
import { saveChainState } from "@/server/stack/chain-state";
import { furnishChain } from "@/server/stack/furnish-chain";
import { type Kept, keepRunning } from "@/server/stack/keep-running";
import type { RunningRecord } from "@/server/stack/running-record";

export interface LocalChains {
  settings: Partial<Record<EvmNetworkId, NetworkSettings>>;
  stop(): Promise<void>;
}

/** One local chain per network, each kept running on its port with its state. */
export async function startLocalChains(
  networks: readonly EvmNetworkId[],
  dataDir: string,
  record: RunningRecord,
  log: (line: string) => void,
): Promise<LocalChains> {
  const directory = join(dataDir, "chains");
  mkdirSync(directory, { recursive: true });
  const saving = new AbortController();
  const chains = await Promise.all(
    networks.map(async (id) => ({ id, kept: await keepChain(id, directory, record, log) })),
  );
  const stopAll = () => Promise.all(chains.map(({ kept }) => kept.stop()));
  try {
    await Promise.all(chains.map(({ id, kept }) => furnishChain(kept.current().rpcUrl, id, log)));
  } catch (error) {
    await stopAll();
    throw error;
  }
  const savers = chains.map(({ id, kept }) =>
    saveChainState(kept.current().rpcUrl, statePath(directory, id), saving.signal),
  );
  return {
    settings: Object.fromEntries(chains.map(({ id, kept }) => [id, settingsOf(id, kept.current())])),
    async stop() {
      saving.abort();
      await Promise.all(savers);
      await stopAll();
    },
  };
}

function keepChain(
  id: EvmNetworkId,
  directory: string,
  record: RunningRecord,
  log: (line: string) => void,
): Promise<Kept<RunningAnvil>> {
  let port: number | undefined;
  return keepRunning<RunningAnvil>({
    name: `local chain ${id}`,
    async start() {
      const chain = await startAnvil({
        chainId: EVM_NETWORKS[id].chainId,
        port,
        statePath: statePath(directory, id),
        logFile: join(directory, `${id}.log`),
        log,
      });
      record.add(chain.process);
      if (port !== undefined && chain.port !== port) {
        await chain.stop();
        throw new Error(`port ${port} is taken`);
      }
      port = chain.port;
      return chain;
    },
    onExit: (ended) => record.remove(ended.pid),
    log,
  });
}

function statePath(directory: string, id: EvmNetworkId): string {
  return join(directory, `${id}.json`);
}

/** An idle local chain mines nothing, so a payment that waited for a second block would wait for ever. */
function settingsOf(id: EvmNetworkId, chain: RunningAnvil): NetworkSettings {
  const recurring = EVM_NETWORKS[id].contracts.recurring?.address;
  return {
    rpcUrls: [chain.rpcUrl],
    wsUrl: chain.wsUrl,
    confirmations: 1,
    startBlock: 0,
    contracts: recurring === undefined ? undefined : { recurring },
  };
}
