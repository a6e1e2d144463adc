import { EVM_NETWORK_IDS, SOURCE_CHAINS } from "@/server/chains/networks";
import {
  type Checked,
  count,
  decimal,
  decimals,
  listOf,
  moment,
  oneOf,
  orNull,
  shape,
  text,
  units,
  webAddress,
} from "@/server/lib/shape";

/** A network that money comes from. */
const sourceNetwork = shape({
  id: oneOf(...EVM_NETWORK_IDS),
  name: text,
  chainId: count,
  /** Null on a local chain, which no explorer knows. */
  explorer: orNull(shape({ transactionPrefix: webAddress })),
});

/**
 * A payment from another network that the source chain has shown: where its money is now. Amounts are base units as
 * text. What becomes of one that is at its end without a fill is said by the states from `expired` on.
 */
export const pageDeposit = shape({
  state: oneOf("bridging", "filled", "filled_call_failed", "expired", "refunding", "refunded", "failed"),
  /** Position of the payment that it brings: the item of a link, the child of a multicall. */
  item: count,
  from: sourceNetwork,
  /** Number of the deposit in the pool of its source: what a bridge's support asks for. */
  depositId: text,
  txHash: text,
  /** What left the payer's wallet, in its own token. */
  amount: units,
  symbol: text,
  decimals,
  /** What is to reach the payee, in the token of the link. */
  arrives: units,
  fillTxHash: orNull(text),
  refundTxHash: orNull(text),
  /** Gets the money back when nobody delivers. */
  refundTo: text,
  /** After it nobody can deliver. */
  deadline: moment,
  at: moment,
});
export type PageDeposit = Checked<typeof pageDeposit>;

/** A token on another network that the wallet could pay from. Decimals, as the API tells them. */
const pageSource = shape({
  network: oneOf(...EVM_NETWORK_IDS),
  /** As `/pay` takes it. */
  chain: oneOf(...SOURCE_CHAINS),
  symbol: oneOf("USDC", "USDT"),
  /** `unknown`: its network did not say in time what the wallet has. */
  state: oneOf("enough", "short", "unknown"),
  balance: orNull(decimal),
  /** What the payment takes, about: the bridge is asked for its price once the payer has chosen. */
  needed: decimal,
  /** The part of it that is the bridge's. */
  fee: decimal,
});
export type PageSource = Checked<typeof pageSource>;

/**
 * From where else a wallet could pay. `none`: this payment, or this wallet, has no other way; `too_low`: bridges do not
 * take so little; `away`: nobody quotes at the moment, which touches no other way to pay (XC-05).
 */
export const pageSources = shape({
  state: oneOf("none", "too_low", "away", "listed"),
  sources: listOf(pageSource),
});
export type PageSources = Checked<typeof pageSources>;
