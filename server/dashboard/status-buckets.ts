import { type SQL, sql } from "drizzle-orm";
import { amountKey, paymentStatus, statusKey } from "@/db/keys";
import { requests } from "@/db/schema";
import type { Reads } from "@/server/context";
import { FIAT_CURRENCIES } from "@/server/currencies/fiat";
import { invoiceCurrencyById } from "@/server/currencies/invoice-currency";
import { TOKENS } from "@/server/currencies/tokens";
import { PAYMENT_STATUSES, type PaymentStatus } from "@/server/dashboard/payments-schema";

// Parts of queries over `requests` beside the tables `currency` (id), `invoice` (id, unit) and `bucket` (name, rank).

/** Every currency has its own decimals; amounts are compared as multiples of 10^-18. */
const SCALE = 18;

export type PaymentKind = "request" | "payout";

/** The status of a payment as its merchant reads it now: the end of a link's time does not wait for the sweep (D-24). */
export function statusNow(ctx: Pick<Reads, "now">): SQL<PaymentStatus> {
  const isOver = sql`${requests.linkExpiresAt} <= ${ctx.now().toISOString()}::timestamptz`;
  const stored = paymentStatus(requests);
  return sql<PaymentStatus>`(case when ${stored} = 'pending' and ${isOver} then 'expired' else ${stored} end)`;
}

/** The currencies that amounts are written in as the table `invoice`, each with the `unit` that makes them comparable. */
export function invoiceTable(): SQL {
  const list = [...FIAT_CURRENCIES, ...TOKENS].flatMap(({ id }) => {
    const currency = invoiceCurrencyById(id);
    return currency ? { id, unit: String(10n ** BigInt(SCALE - currency.decimals)) } : [];
  });
  return sql`json_to_recordset(${JSON.stringify(list)}::text::json) as invoice(id text, unit numeric)`;
}

/** Tokens as the table `currency`. */
export function currencyTable(currencies: readonly { id: string }[]): SQL {
  return sql`unnest(${textArray(currencies.map(({ id }) => id))}) as currency(id)`;
}

/** Texts as an array that costs one parameter. */
export function textArray(list: readonly string[]): SQL {
  return sql`array(select json_array_elements_text(${JSON.stringify(list)}::text::json))`;
}

/** Statuses as a subquery, each with its place in the order of all. */
export function bucketsOf(statuses: readonly PaymentStatus[]): SQL {
  return sql`(select name, ordinality - 1 as rank
    from unnest(${textArray(PAYMENT_STATUSES)}) with ordinality as bucket(name, ordinality)
    where name = any(${textArray(statuses)}))`;
}

/** Payments whose amount is in one currency and that are paid in one, as rows of `invoice` and `currency`. */
export function hasAmountKey({ caller }: Pick<Reads, "caller">, kind: PaymentKind): SQL {
  const own = `${caller.platformId}/${kind}/`;
  return sql`${amountKey(requests)} = hashtextextended(${own}::text || invoice.id || '/' || currency.id, 0)
    and ${requests.invoiceCurrency} = invoice.id and ${requests.paymentCurrency} = currency.id`;
}

/** Payments in one currency and of one stored status. */
export function hasStatusKey({ caller }: Pick<Reads, "caller">, kind: PaymentKind): SQL {
  const own = `${caller.platformId}/${kind}/`;
  return sql`${statusKey(requests)} = hashtextextended(${own}::text || currency.id || '/' || bucket.name, 0)
    and ${requests.paymentCurrency} = currency.id`;
}
