import { type LocalPool, localPool } from "@/local/crosschain/pool";
import { systemCaller } from "@/server/auth/callers";
import type { boot } from "@/server/boot";
import { EVM_NETWORKS, type EvmNetworkId } from "@/server/chains/networks";
import { rpcUrlSetting } from "@/server/environment/networks";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { watchCrosschain } from "@/server/worker/crosschain/watch-crosschain";
import { newWatcherMemory } from "@/server/worker/transfers/memory";
import { watchTransfers } from "@/server/worker/transfers/watch-transfers";

/** Local chains with a bridge between them, the API on top, and what fills and watches deposits, one step at a time. */
export interface CrosschainChains {
  api: TestApi;
  on(network: EvmNetworkId): TestChain;
  pool(network: EvmNetworkId): LocalPool;
  /** Everything that watches, until nothing changes. */
  watch(): Promise<void>;
  /** Fills every deposit that waits on these chains. */
  fillAll(options?: { failCall?: boolean }): Promise<void>;
  close(): Promise<void>;
}

export async function startCrosschainChains(
  networks: readonly EvmNetworkId[],
  env: Record<string, string> = {},
  parts: Parameters<typeof boot>[2] = {},
): Promise<CrosschainChains> {
  const chains = new Map(
    await Promise.all(networks.map(async (network) => [network, await startTestChain({ network })] as const)),
  );
  const pools = new Map([...chains].map(([id, chain]) => [id, localPool(EVM_NETWORKS[id], chain.rpcUrl)]));
  const urls = [...chains].map(([id, { rpcUrl }]) => [rpcUrlSetting(id), rpcUrl]);
  const api = await startTestApi({ NETWORK_PROFILE: "local", ...Object.fromEntries(urls), ...env }, parts);
  const memories = new Map<string, ReturnType<typeof newWatcherMemory>>();
  const filledUpTo = new Map<LocalPool, bigint>();

  function memoryOf(network: string) {
    const memory = memories.get(network) ?? newWatcherMemory();
    memories.set(network, memory);
    // A payment that is to be read again is looked for in every pass.
    memory.claimedAt = 0;
    return memory;
  }

  return {
    api,
    on: (network) => running(chains, network),
    pool: (network) => running(pools, network),
    async watch() {
      const ctx = api.app.context(systemCaller(""));
      // A fill is looked for once its deposit is known, which another chain may tell only after this one was asked.
      for (let round = 0; round < 2; round += 1) {
        await Promise.all(
          api.app.chains.list().map(async (chain) => {
            while ((await watchCrosschain(ctx, chain)) === "more");
          }),
        );
      }
      await Promise.all(
        api.app.chains.list().map(async (chain) => {
          while ((await watchTransfers(ctx, chain, "worker", memoryOf(chain.network.id))) === "more");
        }),
      );
    },
    async fillAll(options = {}) {
      for (const pool of pools.values()) {
        const { deposits, latest } = await pool.deposits(filledUpTo.get(pool) ?? 0n);
        filledUpTo.set(pool, latest + 1n);
        for (const deposit of deposits) {
          const destination = [...pools.values()].find(
            ({ network }) => network.chainId === deposit.destinationChainId,
          );
          if (destination && !(await destination.isFilled(deposit))) await destination.fill(deposit, options);
        }
      }
    },
    async close() {
      await api.close();
      await Promise.all([...chains.values()].map((chain) => chain.stop()));
    },
  };
}

function running<T>(all: ReadonlyMap<EvmNetworkId, T>, network: EvmNetworkId): T {
  const one = all.get(network);
  if (!one) throw new Error(`${network} is not running`);
  return one;
}
