import { NETWORK_IDS } from "@/server/chains/networks";
import { type Checked, count, oneOf, orNull, shape, text, units } from "@/server/lib/shape";
import { shownApproval } from "@/server/requests/approving/shown-approval-schema";

/**
 * What a payer is shown of a schedule, and so what may be signed: the permit, in the terms of a person. It never changes.
 * Amounts are base units of `currency`, times Unix seconds.
 */
export const shownSchedule = shape({
  network: oneOf(...NETWORK_IDS),
  /** The recurring contract of this installation. */
  contract: text,
  /** Canonical ID of the token, `USDC-sepolia`; its address comes from the table in the page. */
  currency: text,
  payer: text,
  recipient: text,
  /** What reaches the recipient with each instalment. */
  amount: units,
  /** What goes to somebody else with each instalment, on top of `amount`. */
  fee: orNull(shape({ amount: units, address: text })),
  frequency: oneOf("DAILY", "WEEKLY", "MONTHLY", "YEARLY"),
  /** When the first instalment is due. */
  firstPayment: count,
  payments: count,
  /** After this the contract pays nothing any more. */
  deadline: count,
  /** Tells the permit from every other one of this payer; decimal. */
  nonce: units,
  /** What a second person approved of it; null where it needed nobody. */
  approved: orNull(shownApproval),
});
export type ShownSchedule = Checked<typeof shownSchedule>;
