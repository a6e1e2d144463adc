/** An event that a fault leads to, and fields by which it differs from that of a usual payment. */
export interface ToldEvent {
  event: string;
  fields?: Readonly<Record<string, string>>;
  /** The same event arrives once more, under the same delivery ID. */
  isRepeated?: true;
}

/** One fault of the chaos sandbox. */
export interface Fault {
  title: string;
  /** What happens to a request over 10 USDC. */
  does: string;
  /** The events of that request that webhooks of the account get, in order and no others. */
  events: readonly ToldEvent[];
  /** What an integration has to do with them. */
  handle: string;
}

/**
 * Every fault and the webhooks that it leads to. The guide (docs/guides/chaos.md) is compared with this table, and each fault
 * is played on a real chain and compared with what a real receiver gets (`chaos.test.ts`).
 */
export const FAULTS = {
  reorganise: {
    title: "Reorganise blocks",
    does: "The request is paid, the chain replaces the last blocks by others without the payment, and it is paid again.",
    events: [
      { event: "payment.confirmed" },
      { event: "payment.failed", fields: { subStatus: "reorged" } },
      { event: "payment.confirmed" },
    ],
    handle:
      "Stop what you have not delivered yet at `payment.failed`, and go on at the next `payment.confirmed`.",
  },
  late: {
    title: "Pay late",
    does: "The time of the payment link ends, and then it is paid by somebody who had the transaction ready.",
    events: [{ event: "payment.confirmed" }, { event: "payment.confirmed.checkout" }],
    handle: "The money is there although the link has expired: deliver, or send it back.",
  },
  part: {
    title: "Pay in parts",
    does: "4 USDC are paid, then the other 6.",
    events: [
      { event: "payment.partial", fields: { amount: "4", totalAmountPaid: "4" } },
      { event: "payment.confirmed", fields: { amount: "6", totalAmountPaid: "10" } },
    ],
    handle: "Deliver at `payment.confirmed`, and never because of `payment.partial`.",
  },
  over: {
    title: "Pay too much",
    does: "12 USDC are paid in one transaction.",
    events: [{ event: "payment.confirmed", fields: { amount: "12", excessAmount: "2" } }],
    handle: "`excessAmount` is yours to send back.",
  },
  double: {
    title: "Pay twice",
    does: "10 USDC are paid, and then 10 USDC once more.",
    events: [{ event: "payment.confirmed", fields: { totalAmountPaid: "10" } }],
    handle:
      "A request is confirmed once. The second payment is listed with the request and told by no event.",
  },
  "wrong-token": {
    title: "Pay in another token",
    does: "10 USDT are paid with the reference of the request, which asks for USDC.",
    events: [],
    handle:
      "Nothing is told, and the request stays open: do not ask a payer for the hash of a transaction as a proof.",
  },
  "lying-node": {
    title: "A node that lies",
    does: "The node shows a payment of the request that its own receipts do not have. Then it tells the truth, and the request is really paid.",
    events: [{ event: "payment.confirmed", fields: { amount: "10" } }],
    handle: "Only the real payment is told.",
  },
  "slow-node": {
    title: "A slow node",
    does: "The request is paid while the node takes two seconds for each answer about payments.",
    events: [{ event: "payment.confirmed" }],
    handle: "It comes later: do not take a payment for failed because time passed.",
  },
  "slow-endpoint": {
    title: "A slow endpoint",
    does: "The request is paid, your endpoint gets the event, and its answer is kept back until the service gives up.",
    events: [{ event: "payment.confirmed", isRepeated: true }],
    handle: "Handle each delivery ID once: the event comes again, with a retry count of 1.",
  },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;

/** All faults, in the order in which they are shown. */
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];

/** Events as the guide and the page write them. */
export function eventsInWords(events: readonly ToldEvent[]): string {
  if (events.length === 0) return "none";
  return events
    .map(({ event, fields, isRepeated }) => {
      const details = Object.entries(fields ?? {}).map(([name, value]) => `${name} ${value}`);
      return [`\`${event}\``, details.length > 0 && `(${details.join(", ")})`, isRepeated && "twice"]
        .filter(Boolean)
        .join(" ");
    })
    .join(", then ");
}

/** The fault of a name; undefined for any other text. */
export function faultOf(name: string): (Fault & { name: FaultName }) | undefined {
  const known = FAULT_NAMES.find((one) => one === name);
  return known && { name: known, ...FAULTS[known] };
}
