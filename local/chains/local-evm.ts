import { join } from "node:path";
import { saveChainState } from "@/local/chains/chain-state";
import { DEMO_SAFE_NETWORK, placeDemoSafe } from "@/local/chains/demo-safe";
import { furnishChain } from "@/local/chains/furnish-chain";
import type { LocalChain } from "@/local/chains/local-chain";
import { type RunningAnvil, startAnvil } from "@/local/evm-node/anvil";
import { type Kept, keepRunning } from "@/local/processes/keep-running";
import type { RunningRecord } from "@/local/processes/process-record";
import { EVM_NETWORKS, type EvmNetworkId } from "@/server/chains/networks";
import type { NetworkSettings } from "@/server/environment/networks";

/** A local EVM chain with the production contracts of `id`, its state in `directory`. */
export async function keepLocalEvm(
  id: EvmNetworkId,
  directory: string,
  record: RunningRecord,
  log: (line: string) => void,
): Promise<LocalChain> {
  const path = join(directory, `${id}.json`);
  const kept = await keepChain(id, directory, path, record, log);
  const saving = new AbortController();
  try {
    await furnishChain(kept.current().rpcUrl, id, log);
    if (id === DEMO_SAFE_NETWORK) await placeDemoSafe(kept.current().rpcUrl);
  } catch (error) {
    await kept.stop();
    throw error;
  }
  const saver = saveChainState(kept.current().rpcUrl, path, saving.signal);
  return {
    settings: settingsOf(id, kept.current()),
    async stop() {
      saving.abort();
      await saver;
      await kept.stop();
    },
  };
}

function keepChain(
  id: EvmNetworkId,
  directory: string,
  statePath: string,
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
        statePath,
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
