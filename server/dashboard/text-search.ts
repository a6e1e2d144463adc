import { or, type SQL, sql } from "drizzle-orm";
import { requests, securePaymentRequests, securePayments, transfers } from "@/db/schema";
import { checksumEvmAddress } from "@/server/chains/address";
import type { Ctx } from "@/server/context";
import { addBlocks, rowsHolding } from "@/server/dashboard/search-blocks";
import { readByIndex } from "@/server/lib/database/by-index";
import { isPayerOf, searchedWallet } from "@/server/payments/searching/wallet-filter";

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
 * Payments of the caller whose reference or payer identifier holds the text, or whose request ID, transaction
 * or wallet is meant by it.
 */
export async function matchText(ctx: Searching, text: string): Promise<TextMatch> {
  await Promise.all([addBlocks(ctx, "reference"), addBlocks(ctx, "payer_identifier")]);
  const meanings = [words(ctx, text), requestIds(text), transactions(text), wallets(text)].flatMap(
    (meaning) => meaning ?? [],
  );
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
  if (/^(?:0x[0-9a-f]{40,64}|01[0-9a-f]{64})$/i.test(text)) return null;
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

function transactions(text: string): Meaning | null {
  if (!/^0x[0-9a-f]{6,64}$/i.test(text)) return null;
  const { low, high } = beginning(text.slice(2), 64);
  const isMeant = sql`${transfers.txHash} between ${low} and ${high}`;
  return {
    condition: sql`exists (select 1 from ${transfers} where ${transfers.requestId} = ${requests.id} and ${isMeant})`,
    lookups: (platformId) => [
      sql`select ${transfers.requestId} as id from ${transfers}
        where ${isMeant} and ${transfers.platformId} = ${platformId}`,
    ],
  };
}

function wallets(text: string): Meaning | null {
  const wallet = searchedWallet(text);
  if (!wallet) return null;
  const payee = wallet.isTron ? text : checksumEvmAddress(text);
  const payer = sql`decode(${wallet.hex20.slice(2)}, 'hex')`;
  return {
    condition: sql`(${requests.payee} = ${payee} or exists (
      select 1 from ${transfers} where ${transfers.requestId} = ${requests.id} and ${transfers.payer} = ${payer}))`,
    lookups: (platformId) => [
      sql`select id from ${requests} where platform_id = ${platformId} and payee = ${payee}`,
      sql`select ${transfers.requestId} as id from ${transfers} where ${isPayerOf(platformId, wallet.hex20)}`,
    ],
  };
}
