import { fundAccount, installContracts } from "@/contracts/install";
import { developmentAccount, developmentAccounts, hasTokensOn } from "@/server/chains/development-accounts";
import type { EvmNetworkId } from "@/server/chains/networks";
import { LOCAL_EXECUTOR } from "@/server/executor/settings";

const NATIVE_WEI = 10_000n * 10n ** 18n;
const TOKEN_UNITS = 1_000_000n;
/** The executor pays for gas, and has nothing else. */
const EXECUTOR_WEI = 10n ** 18n;

/** Production contracts and tokens at their addresses, and money for every named account. Safe to repeat. */
export async function furnishChain(
  rpcUrl: string,
  network: EvmNetworkId,
  log: (line: string) => void,
): Promise<void> {
  const accounts = developmentAccounts();
  const warn = (line: string) => log(`${network}: ${line}`);
  const executor = developmentAccount(LOCAL_EXECUTOR).address;
  const sanctioned = [accounts.blocked.address];
  await installContracts({ rpcUrl, network, relayers: [executor], sanctioned, warn });
  // One after the other: the accounts are funded from one owner, whose transactions have an order.
  for (const [name, { address }] of Object.entries(accounts)) {
    const tokenUnits = hasTokensOn(name, network) ? TOKEN_UNITS : 0n;
    await fundAccount({ rpcUrl, network, address, nativeWei: NATIVE_WEI, tokenUnits });
  }
  await fundAccount({ rpcUrl, network, address: executor, nativeWei: EXECUTOR_WEI, tokenUnits: 0n });
}
