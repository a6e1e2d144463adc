import { and, eq, sql } from "drizzle-orm";
import { payeeStart, platformKey } from "@/db/keys";
import { payeeDestinations, requests } from "@/db/schema";
import { NETWORKS, type NetworkId } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import type {
  Recipient,
  RecipientList,
  RecipientsBody,
} from "@/server/dashboard/recipients/recipients-schema";
import { readByIndex } from "@/server/lib/database/by-index";
import { requirePayouts } from "@/server/payouts/permission";

/** As many characters of an address as its short form shows (`shorten` in components/ui/address.tsx). */
const SHOWN_AT_START = 6;
const SHOWN_AT_END = 4;
/** Payments to addresses with one beginning that are looked through; more of them are to one wallet. */
const MAX_LOOKED_AT = 2_000;
const AFTER_ADDRESSES = "{";

/**
 * What the account knows of the wallets it is about to pay: how often it paid each, and whether one could be taken for
 * another that it knows. Somebody who wants to be paid by mistake makes an address that begins and ends like a known one.
 * Throws 403 for an account without payouts.
 */
export async function describeRecipients(ctx: Ctx, body: RecipientsBody): Promise<RecipientList> {
  requirePayouts(ctx.caller);
  const asked = body.recipients.map(({ network, address }) => ({ address, key: keyOf(network, address) }));
  const starts = [...new Set(asked.map(({ key }) => key.slice(0, SHOWN_AT_START).toLowerCase()))];
  const [paid, own] = await Promise.all([paidTo(ctx, starts), ownWallets(ctx)]);
  const known = new Map<string, string>();
  for (const wallet of [...own, ...paid.keys()]) known.set(foldedCase(wallet), wallet);
  const others = new Map(asked.map(({ key, address }) => [key, address]));
  return {
    recipients: asked.map(({ address, key }): Recipient => {
      const before = paid.get(key);
      // What is known already is not suspected because of a stranger in the list.
      const compared = known.has(key) ? [...known] : [...known, ...others];
      const looksLike = compared.find(([one]) => areAlike(one, key));
      return {
        address,
        isOwn: own.some((wallet) => foldedCase(wallet) === key),
        paidPayouts: before?.payouts ?? 0,
        lastPaidAt: before?.lastPaidAt ?? null,
        looksLike: looksLike?.[1] ?? null,
      };
    }),
  };
}

/** Equal texts are one wallet: any letter case on EVM, exact on Tron. */
function keyOf(network: NetworkId, address: string): string {
  return NETWORKS[network].family === "evm" ? address.toLowerCase() : address;
}

function foldedCase(address: string): string {
  return address.startsWith("0x") || address.startsWith("0X") ? address.toLowerCase() : address;
}

/** Different addresses of which the short forms are the same. */
function areAlike(a: string, b: string): boolean {
  const short = (text: string) => `${text.slice(0, SHOWN_AT_START)}…${text.slice(-SHOWN_AT_END)}`;
  return a !== b && short(a) === short(b);
}

interface Paid {
  payouts: number;
  lastPaidAt: string | null;
}

/** The wallets with one of these beginnings that the account has paid, by their keys. */
async function paidTo(ctx: Ctx, starts: readonly string[]): Promise<Map<string, Paid>> {
  const { platformId } = ctx.caller;
  const rows = await readByIndex(ctx, (db) =>
    db
      .select({
        payee: sql<string>`found.payee`,
        payouts: sql<number>`count(*)::int`,
        last: sql<string | null>`max(found.paid_at)::text`,
      })
      .from(
        sql`json_array_elements_text(${JSON.stringify(starts)}::text::json) as asked(start)
        cross join lateral (select ${requests.payee} as payee, ${requests.paidAt} as paid_at from ${requests}
          where ${platformKey(requests)} = hashtextextended(${platformId}, 0)
            and ${requests.platformId} = ${platformId} and ${requests.kind} = 'payout' and ${requests.status} = 'paid'
            and ${payeeStart(requests)} between asked.start and asked.start || ${AFTER_ADDRESSES}
          limit ${MAX_LOOKED_AT}) as found`,
      )
      .groupBy(sql`found.payee`),
  );
  return new Map(
    rows.map(({ payee, payouts, last }) => [
      foldedCase(payee),
      { payouts, lastPaidAt: last && new Date(last).toISOString() },
    ]),
  );
}

async function ownWallets({ db, caller }: Ctx): Promise<string[]> {
  const rows = await db
    .selectDistinct({ wallet: payeeDestinations.walletAddress })
    .from(payeeDestinations)
    .where(and(eq(payeeDestinations.platformId, caller.platformId), eq(payeeDestinations.claimed, true)));
  return rows.map(({ wallet }) => wallet);
}
