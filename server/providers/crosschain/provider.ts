import type { Hex } from "@/server/chains/contract-addresses";
import type { Call } from "@/server/chains/evm/calldata";
import type { TokenPayment } from "@/server/chains/evm/crosschain/message";
import type { EvmNetwork } from "@/server/chains/networks";
import type { LifiStatusQuery, LifiTold } from "@/server/providers/crosschain/lifi-told";

/** Who can be asked what a payment from another network costs. */
export const BRIDGE_PROVIDERS = ["lifi", "across", "local"] as const;
export type BridgeProviderId = (typeof BRIDGE_PROVIDERS)[number];

/** A token of one network, as far as a bridge goes. */
export interface BridgeToken {
  address: Hex;
  symbol: string;
  decimals: number;
}

/** What is to be paid on another network, and from where. */
export interface BridgeAsked {
  source: EvmNetwork;
  destination: EvmNetwork;
  payer: Hex;
  inputToken: BridgeToken;
  outputToken: BridgeToken;
  /** The payment, then its fees; all in the output token. */
  payments: readonly TokenPayment[];
}

/** A transaction that was compared with what was asked for, and its price. Times are seconds since 1970. */
export interface BridgeQuote {
  provider: BridgeProviderId;
  /** The payer's token, base units: everything that is paid, the bridge's fee included. */
  inputAmount: bigint;
  /** Takes the money: what has to be approved. */
  spender: Hex;
  call: Call;
  /** The contract of the destination that gets the money and makes the payment. */
  recipient: Hex;
  /** Until when the price holds. */
  expiresAt: number;
  /** Until when the pool takes the deposit at all. */
  executableUntil: number;
  /** Until when it can be filled; after that the money goes back. */
  fillDeadline: number;
  /** How long it usually takes. */
  seconds: number;
}

/** The provider has no way, for now or for this amount: an answer, not a fault. */
export class NoRoute extends Error {
  override readonly name = "NoRoute";
  readonly reason: "no_route" | "amount_too_low" | "too_expensive";

  constructor(reason: NoRoute["reason"], detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** The provider gave no answer that can be used. Without keys and addresses: it goes into the log. */
export class BridgeFault extends Error {
  override readonly name = "BridgeFault";
  /** It was asked too often (429). It is there: somebody else's questions must not keep everybody from it for long. */
  readonly isQuota: boolean;
  /** Milliseconds for which it wants to be left alone; null where it does not say. */
  readonly retryAfterMs: number | null;

  constructor(
    detail: string,
    options: { isQuota?: boolean; retryAfterMs?: number | null } & ErrorOptions = {},
  ) {
    super(detail, options);
    this.isQuota = options.isQuota ?? false;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}

/** A source of quotes. Throws `NoRoute` and `BridgeFault`. */
export interface BridgeProvider {
  readonly id: BridgeProviderId;
  /** Brings another token than it takes. */
  readonly canSwap: boolean;
  /** Most quotes in a window, of all processes together; null without a limit. */
  readonly budget: { limit: number; windowMs: number } | null;
  quote(asked: BridgeAsked): Promise<BridgeQuote>;
  /** A quote of before with fresh times, where that is less to ask than a new one (XC-09). */
  restamp?(asked: BridgeAsked): Promise<BridgeQuote>;
  /** What the provider says became of a transfer. It is told; the chains alone say what counts. */
  status?(query: LifiStatusQuery): Promise<LifiTold>;
}

/** Lets the provider be asked, or throws: what it was asked a moment ago is answered without. */
export type Admit = () => Promise<void>;

/** The provider of this installation behind its breaker; null where payments from other networks are off. */
export interface Bridges {
  readonly provider: BridgeProvider | null;
  /** False while the provider is left alone: nobody waits for it. */
  isAvailable(): boolean;
  /** Of what this amount of the output token costs to bring, base units of it; for lists, where nobody is asked. */
  estimatedFee(asked: Pick<BridgeAsked, "source" | "destination" | "outputToken">, amount: bigint): bigint;
  /**
   * The same question is asked once for a block of the source, whoever wants to know. `isAgain`: it was quoted before, and
   * ran out.
   */
  quote(asked: BridgeAsked, options?: { admit?: Admit; isAgain?: boolean }): Promise<BridgeQuote>;
}
