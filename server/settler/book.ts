import type { DepositTerms } from "@/server/chains/deposit-address";
import type { EvmNetworkId } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";

/** Money that waits at a deposit address. */
export interface WaitingMoney {
  /** Lower-case hex. */
  address: string;
  terms: DepositTerms;
  token: { symbol: string; decimals: number };
  /** Base units that are confirmed, fees included. */
  units: bigint;
}

/** What the settler needs to know of deposits. It knows transactions, whoever gives it the book knows accounts. */
export interface DepositBook {
  /** What waits on a network, every account in turn, of each the oldest first. A bounded number. */
  waiting(ctx: Ctx, network: EvmNetworkId): Promise<readonly WaitingMoney[]>;
}
