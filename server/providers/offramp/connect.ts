import { parseUnits } from "viem";
import type { Database } from "@/db";
import type { Chains } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import { bridgeProvider } from "@/server/providers/offramp/bridge";
import type { OfframpProviders } from "@/server/providers/offramp/provider";
import { type Deposit, sandboxProvider } from "@/server/providers/offramp/sandbox";
import type { OfframpSettings } from "@/server/providers/offramp/settings";

/** USDC everywhere. */
const DECIMALS = 6;

/**
 * The providers as configured. Nothing is contacted before it is used; the sandbox looks on chain for deposits.
 */
export function connectOfframp(
  settings: OfframpSettings,
  { db, chains, pagesUrl }: { db: Database; chains: Chains; pagesUrl: string },
): OfframpProviders {
  const bridge = settings.bridge && bridgeProvider(settings.bridge);
  const isFunded = async ({ network, token, address, amount }: Deposit) => {
    const chain = chains.find(network);
    if (!chain) return false;
    const funds = await chain.funds({ wallet: hexOf(address), token: hexOf(token), spender: null });
    return (funds.token ?? 0n) >= parseUnits(amount, DECIMALS);
  };
  const sandbox = settings.hasSandbox ? sandboxProvider(db, pagesUrl, isFunded) : null;
  return {
    find: (id) => (id === "bridge" ? bridge : (sandbox?.provider ?? null)),
    sandbox: sandbox?.knobs ?? null,
  };
}

function hexOf(address: string): Hex {
  return `0x${address.slice(2).toLowerCase()}`;
}
