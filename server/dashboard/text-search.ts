import { or, type SQL, sql } from "drizzle-orm";
import { payeeStart, platformKey } from "@/db/keys";
import {
  requests,
  securePaymentChildren,
  securePaymentRequests,
  securePayments,
  transfers,
} from "@/db/schema";
import type { Ctx } from "@/server/context";
import { addBlocks, rowsHolding } from "@/server/dashboard/search-blocks";
import { readByIndex } from "@/server/lib/database/by-index";
import { isFromWallets, walletsFrom } from "@/server/payments/searching/wallet-filter";

/** Up to here the found payments are fetched and sorted; more are so dense that walking the list meets them. */
const FEW = 1_000;

type Searching = Pick<Ctx, "begin" | "caller" | "now">;

/** A text to look for: the condition on `requests`, and the payments themselves while they are few. */
export interface TextMatch {
  condition: SQL;
  /** Row IDs; null when there are too many to name. */
  ids: string[] | null;
}

/**
 * Payments of the caller whose reference or payer identifier holds the text, or of which a request ID, a transaction, a
 * wallet or a link begins with it.
 */
export async function matchText(ctx: Searching, text: string): Promise<TextMatch> {
  await Promise.all([addBlocks(ctx, "reference"), addBlocks(ctx, "payer_identifier")]);
  const meanings = [
    words(ctx, text),
    requestIds(text),
    transactions(text),
    wallets(text),
    links(text),
  ].flatMap((meaning) => meaning ?? []);
  if (meanings.length === 0) return { condition: sql`false`, ids: [] };
  const { platformId } = ctx.caller;
  const lookups = meanings.flatMap(({ lookups }) => lookups(platformId));
  const parts = lookups.map((lookup) => sql`(${lookup} limit ${FEW + 1})`);
  const rows = await readByIndex(ctx, (db) =>
    db
      .select({ id: sql<string>`found.id` })
      .from(sql`(${sql.join(parts, sql` union `)}) as found`)
      .limit(FEW + 1),
  );
  return {
    condition: sql`(${or(...meanings.map(({ condition }) => condition))})`,
    ids: rows.length > FEW ? null : rows.map((row) => row.id),
  };
}

/** One thing a text can mean: how to recognise it in a row, and how an index finds it. */
interface Meaning {
  condition: SQL;
  lookups(platformId: string): SQL[];
}

function words(ctx: Searching, text: string): Meaning | null {
  // Nobody's reference, and the only meaning that looks at all of them.
  if (/^(?:0x[0-9a-f]{40,64}|01[0-9a-f]{64}|https?:.*)$/i.test(text)) return null;
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const identified = sql`select ${securePaymentRequests.requestId} as id from ${securePaymentRequests}
    join ${securePayments} on ${securePayments.id} = ${securePaymentRequests.securePaymentId}`;
  return {
    condition: sql`(${requests.reference} ilike ${pattern} or exists (${identified}
      where ${securePaymentRequests.requestId} = ${requests.id} and ${securePayments.payerIdentifier} ilike ${pattern}))`,
    lookups: () => [
      ...rowsHolding(ctx, "reference", text, pattern),
      ...rowsHolding(ctx, "payer_identifier", text, pattern).map(
        (links) => sql`select ${securePaymentRequests.requestId} as id from (${links}) as link
          join ${securePaymentRequests} on ${securePaymentRequests.securePaymentId} = link.id`,
      ),
    ],
  };
}

/** Bytes that begin with these hex digits, of which there are `length` in all. */
export function beginning(digits: string, length: number): { low: SQL; high: SQL } {
  const bytes = (fill: string) => sql`decode(${digits.toLowerCase().padEnd(length, fill)}, 'hex')`;
  return { low: bytes("0"), high: bytes("f") };
}

function requestIds(text: string): Meaning | null {
  if (!/^01[0-9a-f]{4,64}$/i.test(text)) return null;
  const { low, high } = beginning(text, 66);
  return {
    condition: sql`${requests.requestId} between ${low} and ${high}`,
    lookups: (platformId) => [
      sql`select id from ${requests} where request_id between ${low} and ${high} and platform_id = ${platformId}`,
    ],
  };
}

/** A hash as explorers write it: after `0x`, or bare as on Tron, where it takes more digits to look like one. */
function transactions(text: string): Meaning | null {
  if (!/^(?:0x[0-9a-f]{4,64}|[0-9a-f]{8,64})$/i.test(text)) return null;
  const { low, high } = beginning(text.replace(/^0x/i, ""), 64);
  const isMeant = sql`${transfers.txHash} between ${low} and ${high}`;
  const isSource = sql`${transfers.sourceTxHash} between ${low} and ${high}`;
  const ofRequest = sql`select 1 from ${transfers} where ${transfers.requestId} = ${requests.id}`;
  return {
    condition: sql`(exists (${ofRequest} and ${isMeant}) or exists (${ofRequest} and ${isSource}))`,
    lookups: (platformId) =>
      [isMeant, isSource].map(
        (is) => sql`select ${transfers.requestId} as id from ${transfers}
          where ${is} and ${transfers.platformId} = ${platformId}`,
      ),
  };
}

/** Above every character of an address in lower case, in the order of the index. */
const AFTER_ADDRESSES = "{";

function wallets(text: string): Meaning | null {
  const range = walletsFrom(text);
  if (!range) return null;
  const start = text.toLowerCase();
  const isPaidTo = sql`${payeeStart(requests)} between ${start} and ${start + AFTER_ADDRESSES}
    ${range.isTron ? sql`and starts_with(${requests.payee}, ${text})` : sql``}`;
  const isOfFamily = range.isTron ? sql`${transfers.network} = 'tron'` : sql`${transfers.network} <> 'tron'`;
  const isPaidBy = sql`${transfers.payer} between decode(${range.low}, 'hex') and decode(${range.high}, 'hex')`;
  return {
    condition: sql`((${isPaidTo}) or exists (select 1 from ${transfers}
      where ${transfers.requestId} = ${requests.id} and ${isPaidBy} and ${isOfFamily}))`,
    lookups: (platformId) => [
      sql`select id from ${requests} where ${platformKey(requests)} = hashtextextended(${platformId}, 0)
        and ${requests.platformId} = ${platformId} and ${isPaidTo}`,
      sql`select ${transfers.requestId} as id from ${transfers}
        where ${isFromWallets(platformId, range)} and ${isOfFamily}`,
    ],
  };
}

const TOKEN_LENGTH = 26;

/**
 * A payment link as it is copied from an address bar, or the token in it, whole or from six characters on. The link
 * of a multicall means the payments of the links in it.
 */
function links(text: string): Meaning | null {
  const token = /(?:^|[?&]token=)([0-7][0-9A-HJKMNP-TV-Z]{5,25})(?:$|[&#])/i.exec(text)?.[1]?.toUpperCase();
  if (token === undefined) return null;
  const isMeant = sql`between ${token.padEnd(TOKEN_LENGTH, "0")} and ${token.padEnd(TOKEN_LENGTH, "Z")}`;
  const { requestId, securePaymentId } = securePaymentRequests;
  const own = sql`select ${requestId} as id from ${securePayments}
    join ${securePaymentRequests} on ${securePaymentId} = ${securePayments.id}
    where ${securePayments.token} ${isMeant}`;
  const inMulticalls = sql`select ${requestId} as id from ${securePayments}
    join ${securePaymentChildren} on ${securePaymentChildren.parentId} = ${securePayments.id}
    join ${securePaymentRequests} on ${securePaymentId} = ${securePaymentChildren.childId}
    where ${securePayments.token} ${isMeant}`;
  const isOf = (platformId: SQL | string) => sql`and ${securePayments.platformId} = ${platformId}`;
  return {
    condition: sql`${requests.id} in (${own} ${isOf(sql`${requests.platformId}`)}
      union ${inMulticalls} ${isOf(sql`${requests.platformId}`)})`,
    lookups: (platformId) => [sql`${own} ${isOf(platformId)}`, sql`${inMulticalls} ${isOf(platformId)}`],
  };
}
