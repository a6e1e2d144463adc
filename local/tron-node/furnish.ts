import { fundAccount, installContracts } from "@/contracts/install";
import type { ChainState } from "@/local/tron-node/chain/state";
import { fromEvm } from "@/local/tron-node/codec/address";
import { developmentAccounts } from "@/server/chains/development-accounts";

/** A million TRX, in sun: fees are some TRX per payment. */
const NATIVE_SUN = 1_000_000n * 10n ** 6n;
const TOKEN_UNITS = 1_000_000n;

/** Production contracts and tokens at their addresses, and money for every named account. Safe to repeat. */
export async function furnishTron(
  state: ChainState,
  rpcUrl: string,
  log: (line: string) => void,
): Promise<void> {
  const network = "tron";
  await installContracts({ rpcUrl, network, warn: (line) => log(`tron: ${line}`) });
  for (const { address } of Object.values(developmentAccounts())) {
    await fundAccount({ rpcUrl, network, address, nativeWei: NATIVE_SUN, tokenUnits: TOKEN_UNITS });
    state.activated.set(fromEvm(address), 0);
  }
}
