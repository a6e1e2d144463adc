import { type SQL, sql } from "drizzle-orm";
import { currencyKey, paymentStatus, statusKey } from "@/db/keys";
import { requests } from "@/db/schema";
import type { Reads } from "@/server/context";
import { FIAT_CURRENCIES } from "@/server/currencies/fiat";
import { invoiceCurrencyById } from "@/server/currencies/invoice-currency";
import { TOKENS } from "@/server/currencies/tokens";
import { PAYMENT_STATUSES, type PaymentStatus } from "@/server/dashboard/payments-schema";

// Parts of queries over `requests` beside a table `currency` (id, unit) and a table `bucket` (name, rank).

/** Every currency has its own decimals; amounts are compared as multiples of 10^-18. */
const SCALE = 18;

/** A token as the queries need it. */
export interface ListedCurrency {
  id: string;
  decimals: number;
}

export type PaymentKind = "request" | "payout";

/** The status of a payment as its merchant reads it now: the end of a link's time does not wait for the sweep (D-24). */
export function statusNow(ctx: Pick<Reads, "now">): SQL<PaymentStatus> {
  const isOver = sql`${requests.linkExpiresAt} <= ${ctx.now().toISOString()}::timestamptz`;
  const stored = paymentStatus(requests);
  return sql<PaymentStatus>`(case when ${stored} = 'pending' and ${isOver} then 'expired' else ${stored} end)`;
}

/** The currencies that invoices are written in, by the decimals of their amounts. */
const CURRENCIES = [...FIAT_CURRENCIES, ...TOKENS].flatMap(({ id }) => invoiceCurrencyById(id) ?? []);
const INVOICED = [...new Set(CURRENCIES.map(({ decimals }) => decimals))].map((decimals) => ({
  decimals,
  ids: CURRENCIES.filter((currency) => currency.decimals === decimals).map(({ id }) => id),
}));

/**
 * Tokens as the table `currency`, once for each scale of amounts that requests in other currencies have: `invoices` are
 * the currencies of that scale.
 */
export function convertedCurrencies(currencies: readonly ListedCurrency[]): SQL {
  const list = currencies.flatMap(({ id }) =>
    INVOICED.map(({ decimals, ids }) => ({ id, unit: unitOf(decimals), invoices: ids })),
  );
  return sql`json_to_recordset(${JSON.stringify(list)}::text::json)
    as currency(id text, unit numeric, invoices json)`;
}

/** What an amount of a request is multiplied with to be compared, whatever it is written in. */
export function unitOfInvoice(): SQL {
  const list = CURRENCIES.map(({ id, decimals }) => ({ id, unit: unitOf(decimals) }));
  return sql`(select invoice.unit from json_to_recordset(${JSON.stringify(list)}::text::json)
    as invoice(id text, unit numeric) where invoice.id = ${requests.invoiceCurrency})`;
}

function unitOf(decimals: number): string {
  return (10n ** BigInt(SCALE - decimals)).toString();
}

/** Tokens as the table `currency`. */
export function currencyTable(currencies: readonly ListedCurrency[]): SQL {
  const list = JSON.stringify(currencies.map(({ id, decimals }) => ({ id, unit: unitOf(decimals) })));
  return sql`json_to_recordset(${list}::text::json) as currency(id text, unit numeric)`;
}

/** Texts as an array that costs one parameter. */
export function textArray(list: readonly string[]): SQL {
  return sql`array(select json_array_elements_text(${JSON.stringify(list)}::text::json))`;
}

/** Which of the tokens the account has payments in, as a subquery: one look into an index for each. */
export function usedCurrencies(
  ctx: Pick<Reads, "caller">,
  of: { kind: PaymentKind; currencies: readonly ListedCurrency[] },
): SQL {
  // With `exists` the planner joins the whole table; a limit keeps it to one look for each, and an order to the index.
  return sql`(select currency.id, currency.unit from ${currencyTable(of.currencies)}
    cross join lateral (select 1 from ${requests} where ${hasCurrencyKey(ctx, of.kind)}
      order by ${requests.amount} limit 1) as one)`;
}

/** Statuses as a subquery, each with its place in the order of all. */
export function bucketsOf(statuses: readonly PaymentStatus[]): SQL {
  return sql`(select name, ordinality - 1 as rank
    from unnest(${textArray(PAYMENT_STATUSES)}) with ordinality as bucket(name, ordinality)
    where name = any(${textArray(statuses)}))`;
}

/** Payments in one currency. */
export function hasCurrencyKey({ caller }: Pick<Reads, "caller">, kind: PaymentKind): SQL {
  const own = `${caller.platformId}/${kind}/`;
  return sql`${currencyKey(requests)} = hashtextextended(${own}::text || currency.id, 0)
    and ${requests.paymentCurrency} = currency.id`;
}

/** Payments in one currency and of one stored status. */
export function hasStatusKey({ caller }: Pick<Reads, "caller">, kind: PaymentKind): SQL {
  const own = `${caller.platformId}/${kind}/`;
  return sql`${statusKey(requests)} = hashtextextended(${own}::text || currency.id || '/' || bucket.name, 0)
    and ${requests.paymentCurrency} = currency.id`;
}
