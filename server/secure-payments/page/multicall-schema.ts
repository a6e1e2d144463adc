import { NETWORK_IDS } from "@/server/chains/networks";
import {
  type Checked,
  count,
  decimals,
  flag,
  type Is,
  listOf,
  oneOf,
  orNull,
  shape,
  text,
  units,
  webAddress,
} from "@/server/lib/shape";
import type { BlockReason } from "@/server/secure-payments/wire/lookup-schema";

/** Money on its way is no reason to do anything; every other block is for somebody to know. */
export type MulticallRowState =
  | { kind: "open" | "moving" | "paid" }
  | { kind: "blocked"; reason: Exclude<BlockReason, "already_paid" | "request_processing"> };

const stateOfKind = shape({ kind: oneOf("open", "moving", "paid", "blocked") });
/** Of a reason that has no words of its own the page says so in general. */
const rowState: Is<MulticallRowState> = (value): value is MulticallRowState => stateOfKind(value);

/** One recipient. */
const row = shape({
  position: count,
  requestId: text,
  /** The child's own link, which stays payable by itself (MC-06). */
  token: text,
  /** The merchant's own words. */
  reference: orNull(text),
  recipient: text,
  isMasked: flag,
  amount: units,
  symbol: text,
  decimals,
  currency: text,
  networkName: text,
  /** Null for a recipient that hides, and on a local chain, which no explorer knows. */
  explorerUrl: orNull(webAddress),
  /** False where the child hides itself from the public, and so does its receipt. */
  hasPublicReceipt: flag,
  state: rowState,
  txHash: orNull(text),
});
export type PageMulticallRow = Checked<typeof row>;

const total = shape({
  network: oneOf(...NETWORK_IDS),
  networkName: text,
  currency: text,
  symbol: text,
  decimals,
  count,
  amount: units,
  /** What of it can be paid now. */
  open: units,
});
export type PageMulticallTotal = Checked<typeof total>;

export const pageFee = shape({
  label: text,
  bearer: oneOf("payer", "payee"),
  amount: units,
  symbol: text,
  decimals,
});
export type PageFee = Checked<typeof pageFee>;

/** What the payer page shows of a multicall beside its facts: a row per recipient. */
export const pageMulticall = shape({
  rows: listOf(row),
  /** Of all children, one per network and token. */
  totals: listOf(total),
  /** Of all children, fees of one name, bearer and token together. */
  fees: listOf(pageFee),
  /** False when children are on several networks: each is paid by its own link then (MC-17). */
  isOneNetwork: flag,
});
export type PageMulticall = Checked<typeof pageMulticall>;
