import type { EvmNetworkId } from "@/server/chains/networks";
import { rpcUrlSetting } from "@/server/environment/networks";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";

/** Settings of a service that takes a protocol fee. */
export const PROTOCOL_FEE = {
  PROTOCOL_FEE_BPS: "5",
  PROTOCOL_FEE_CAP_USD: "25",
  PROTOCOL_FEE_EVM_ADDRESS: "0x5555555555555555555555555555555555555555",
} as const;

/** Settings of a network whose node cannot be reached: a port that nothing listens on. */
export const BASE_IS_DOWN = { RPC_URL_BASE: "http://127.0.0.1:9" };

export interface ApiOnChain {
  chain: TestChain;
  api: TestApi;
  stop(): Promise<void>;
}

/** A local chain and the API over it, for one test file. `env` and `parts` as `startTestApi` takes them. */
export async function startApiOnChain(
  network: EvmNetworkId,
  env: Record<string, string> = {},
  parts: Parameters<typeof startTestApi>[1] = {},
): Promise<ApiOnChain> {
  const chain = await startTestChain({ network });
  const own = { NETWORK_PROFILE: "local", [rpcUrlSetting(network)]: chain.rpcUrl };
  try {
    const api = await startTestApi({ ...own, ...env }, parts);
    const stop = async () => {
      await api.close();
      await chain.stop();
    };
    return { chain, api, stop };
  } catch (error) {
    await chain.stop();
    throw error;
  }
}
