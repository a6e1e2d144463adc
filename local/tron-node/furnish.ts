import { fundAccount, installContracts } from "@/contracts/install";
import type { ChainState } from "@/local/tron-node/chain/state";
import { fromEvm } from "@/local/tron-node/codec/address";
import { developmentAccounts, hasTokensOn } from "@/server/chains/development-accounts";

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
  for (const [name, { address }] of Object.entries(developmentAccounts())) {
    const tokenUnits = hasTokensOn(name, network) ? TOKEN_UNITS : 0n;
    await fundAccount({ rpcUrl, network, address, nativeWei: NATIVE_SUN, tokenUnits });
    state.activated.set(fromEvm(address), 0);
  }
}
