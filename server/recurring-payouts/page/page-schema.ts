import type { Branding } from "@/server/branding/schema";
import { NETWORK_IDS } from "@/server/chains/networks";
import {
  type Checked,
  count,
  flag,
  type Is,
  listOf,
  moment,
  oneOf,
  orNull,
  shape,
  text,
  units,
  webAddress,
} from "@/server/lib/shape";
import { shownSchedule } from "@/server/recurring-payouts/page/shown-schema";

/**
 * What the payer's page knows of a schedule. Plain JSON: the server draws the first view from it, the browser reads it
 * again and checks it by the same description. Amounts are base units as text.
 */

const network = shape({
  id: oneOf(...NETWORK_IDS),
  name: text,
  isTestnet: flag,
  /** Null on a local chain, which no explorer knows. */
  explorer: orNull(shape({ transactionPrefix: webAddress, addressPrefix: webAddress })),
});

/** An instalment that was tried. */
const instalment = shape({
  /** 1 for the first. */
  index: count,
  /** The payment reference that the contract derives from what was signed. */
  reference: text,
  isPaid: flag,
  /** The transaction that paid it, and the time of its block. */
  paid: orNull(shape({ txHash: text, at: moment })),
});
export type PageInstalment = Checked<typeof instalment>;

/** The server draws it; no script looks at it again. */
const branding: Is<Branding> = (value): value is Branding => typeof value === "object" && value !== null;

const schedule = shape({
  kind: oneOf("schedule"),
  token: text,
  branding: orNull(branding),
  /** Whose schedule it is, by name; null where the account has none. */
  merchant: orNull(text),
  network,
  shown: shownSchedule,
  /** The merchant's own words. */
  reference: orNull(text),
  status: oneOf("pending", "active", "paused", "completed", "cancelled"),
  processed: count,
  /** Null when nothing will be paid as things stand. */
  nextPayment: orNull(moment),
  /** Why the last attempt failed, where the next instalment is not paid yet. */
  failure: orNull(
    oneOf("insufficient_funds", "insufficient_allowance", "transfer_refused", "inexact_transfer"),
  ),
  cancelledBy: orNull(oneOf("platform", "payer", "deadline")),
  endedAt: orNull(moment),
  /** In their order. */
  instalments: listOf(instalment),
  /** What the payer's other signed schedules can still take with the same allowance. */
  othersNeed: units,
});
export type PageSchedule = Checked<typeof schedule>;

const notFound = shape({ kind: oneOf("not_found") });

export type SchedulePageState = PageSchedule | { kind: "not_found" };

/** Whether this is a state, with all that is drawn or reckoned with in its shape. */
export function isScheduleState(value: unknown): value is SchedulePageState {
  return schedule(value) || notFound(value);
}
