import { isNetworkId, networkIdNamed } from "@/server/chains/networks";
import { TOKENS } from "@/server/currencies/tokens";
import {
  type ExportQuery,
  PAYMENT_STATUSES,
  type PaymentSort,
  type PaymentStatus,
} from "@/server/dashboard/payments-schema";
import { invalidField } from "@/server/errors";

/** A list of payments as the queries need it. */
export interface PaymentFilter {
  kind: "request" | "payout";
  /** Null for all. */
  statuses: readonly PaymentStatus[] | null;
  /** IDs of the tokens that network and symbol leave; all where neither is named. */
  currencies: readonly { id: string; decimals: number }[];
  from: Date | null;
  /** Exclusive. */
  until: Date | null;
  /** Null without one. */
  text: string | null;
  sort: PaymentSort;
}

const DAY_MS = 86_400_000;

/** The tokens that network and symbol leave, all where neither is named. Throws 400 for an unknown one. */
export function tokensOf(query: { network?: string | undefined; token?: string | undefined }) {
  const networks = query.network === undefined ? null : listOf(query.network).map(networkIdNamed);
  const symbols = query.token === undefined ? null : listOf(query.token).map((one) => one.toUpperCase());
  const strange = networks?.find((network) => !isNetworkId(network));
  if (strange !== undefined) throw invalidField("network", `Unknown network ${strange}`);
  const unknown = symbols?.find((symbol) => !TOKENS.some((token) => token.symbol === symbol));
  if (unknown !== undefined) throw invalidField("token", `Unknown token ${unknown}`);
  return TOKENS.filter(
    (token) =>
      (networks === null || networks.includes(token.network)) &&
      (symbols === null || symbols.includes(token.symbol)),
  );
}

/** The period of a query; `until` is exclusive. Throws 400 where it ends before it begins. */
export function periodOf(query: { from?: string | undefined; to?: string | undefined }) {
  const from = query.from === undefined ? null : new Date(query.from);
  const until = query.to === undefined ? null : endOf(query.to);
  if (from && until && until <= from) throw invalidField("to", "to must be after from");
  return { from, until };
}

/** Throws 400 for an unknown network or symbol, and for a period that ends before it begins. */
export function filterOf(query: ExportQuery): PaymentFilter {
  const statuses = query.status === undefined ? null : listOf(query.status);
  const text = query.q?.trim();
  return {
    kind: query.flow === "outgoing" ? "payout" : "request",
    statuses: statuses && PAYMENT_STATUSES.filter((status) => statuses.includes(status)),
    currencies: tokensOf(query),
    ...periodOf(query),
    text: text || null,
    sort: query.sort,
  };
}

function listOf(text: string): string[] {
  return [...new Set(text.split(",").map((part) => part.trim()))];
}

/** A day lasts until the next one begins; a moment is where it is. */
function endOf(text: string): Date {
  const moment = new Date(text);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(moment.getTime() + DAY_MS) : moment;
}

/** Whether a payment of this status belongs to the list. */
export function wants(filter: PaymentFilter, status: PaymentStatus): boolean {
  return filter.statuses === null || filter.statuses.includes(status);
}
