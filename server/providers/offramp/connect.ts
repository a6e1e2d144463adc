import { parseUnits } from "viem";
import type { Database } from "@/db";
import type { Chains } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import { bridgeXyzProvider } from "@/server/providers/offramp/bridge-xyz/bridge-xyz";
import {
  type OfframpProvider,
  type OfframpProviderId,
  type OfframpProviders,
  OfframpUnavailable,
} from "@/server/providers/offramp/provider";
import { type Deposit, sandboxProvider } from "@/server/providers/offramp/sandbox";
import type { OfframpSettings } from "@/server/providers/offramp/settings";

/** USDC everywhere. */
const DECIMALS = 6;

/**
 * The providers as configured. Nothing is contacted before it is used; the sandbox looks on chain for deposits.
 */
export function connectOfframp(
  settings: OfframpSettings,
  {
    db,
    chains,
    pagesUrl,
    onFailure,
  }: { db: Database; chains: Chains; pagesUrl: string; onFailure(provider: OfframpProviderId): void },
): OfframpProviders {
  const bridge = settings.bridge && counting(bridgeXyzProvider(settings.bridge), onFailure);
  const isFunded = async ({ network, token, address, amount }: Deposit) => {
    const chain = chains.find(network);
    if (!chain) return false;
    try {
      const funds = await chain.funds({ wallet: hexOf(address), token: hexOf(token), spender: null });
      return (funds.token ?? 0n) >= parseUnits(amount, DECIMALS);
    } catch (error) {
      if (error instanceof ChainError)
        throw new OfframpUnavailable(`${network} cannot be asked for a deposit`);
      throw error;
    }
  };
  const sandbox = settings.hasSandbox ? sandboxProvider(db, pagesUrl, isFunded) : null;
  const providers: Record<OfframpProviderId, OfframpProvider | null> = {
    bridge,
    sandbox: sandbox?.provider ?? null,
  };
  return {
    find: (id) => providers[id],
    sandbox: sandbox?.knobs ?? null,
  };
}

/** The provider, with every call that it did not answer told. */
function counting(
  provider: OfframpProvider,
  onFailure: (provider: OfframpProviderId) => void,
): OfframpProvider {
  const told =
    <A extends unknown[], T>(call: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      try {
        return await call(...given);
      } catch (error) {
        if (error instanceof OfframpUnavailable) onFailure(provider.id);
        throw error;
      }
    };
  return {
    ...provider,
    startCustomer: told(provider.startCustomer),
    customer: told(provider.customer),
    reportAgreement: told(provider.reportAgreement),
    addBankAccount: told(provider.addBankAccount),
    bankAccount: told(provider.bankAccount),
    startTransfer: told(provider.startTransfer),
    transfer: told(provider.transfer),
    cancelTransfer: told(provider.cancelTransfer),
    rate: told(provider.rate),
  };
}

function hexOf(address: string): Hex {
  return `0x${address.slice(2).toLowerCase()}`;
}
