import { sql } from "drizzle-orm";
import { z } from "zod";
import { platformKey } from "@/db/keys";
import { ledgerEntries } from "@/db/schema";
import { walletText } from "@/server/chains/wallets/wallet-text";
import type { Reads } from "@/server/context";
import type { StatementLine } from "@/server/ledger/closing/statement-schema";
import { ledgerCurrency } from "@/server/ledger/currency";
import type { Span } from "@/server/ledger/month";

const base = z.string().transform((text) => BigInt(text));
const Row = z.object({
  account: z.enum(["wallet", "deposit_address", "bank_transit", "bank"]),
  wallet: z.string().nullable(),
  network: z.string(),
  currency: z.string(),
  opening: base,
  received: base,
  sent: base,
});

type Figures = Omit<z.infer<typeof Row>, "wallet"> & { wallet: string; decimals: number };

/**
 * What an account's wallets held, got and gave in a period, by wallet and currency. What is taken back of what came is less
 * that came, not something that went. Deposit addresses are one line for each currency.
 */
export async function balancesOf(
  { db }: Pick<Reads, "db">,
  platformId: string,
  { startsAt, endsAt }: Span,
): Promise<StatementLine[]> {
  const from = sql`${startsAt.toISOString()}::timestamptz`;
  const isOwn = sql`${platformKey(ledgerEntries)} = hashtextextended(${platformId}, 0)
    and platform_id = ${platformId} and booked_at < ${endsAt.toISOString()}::timestamptz`;
  const held = sql`('wallet', 'deposit_address', 'bank_transit', 'bank')`;
  const rows = await db
    .select({
      account: sql`account`,
      wallet: sql`case when account <> 'deposit_address' then '0x' || encode(wallet, 'hex') end as wallet`,
      network: sql`network`,
      currency: sql`currency`,
      opening: sql`coalesce(sum(sign * amount) filter (where booked_at < ${from}), 0)::text as opening`,
      received: sql`coalesce(sum(sign * amount) filter (where booked_at >= ${from} and (sign = 1) = is_new), 0)::text as received`,
      sent: sql`coalesce(sum(-sign * amount) filter (where booked_at >= ${from} and (sign = 1) <> is_new), 0)::text as sent`,
    })
    .from(
      sql`(
        select debit as account, debit_wallet as wallet, network, currency, booked_at, reverses is null as is_new, amount, 1 as sign
        from ledger_entries where ${isOwn} and debit in ${held}
        union all
        select credit, credit_wallet, network, currency, booked_at, reverses is null, amount, -1
        from ledger_entries where ${isOwn} and credit in ${held}
      ) as sides`,
    )
    .groupBy(sql`1, 2, 3, 4`);
  return joined(z.array(Row).parse(rows)).map(({ opening, received, sent, ...line }) => ({
    ...line,
    opening: opening.toString(),
    received: received.toString(),
    sent: sent.toString(),
    closing: (opening + received - sent).toString(),
  }));
}

/** One line for each wallet and currency, whatever the journal called the currency, in a fixed order. */
function joined(rows: readonly z.infer<typeof Row>[]): Figures[] {
  const lines = new Map<string, Figures>();
  for (const row of rows) {
    const { id, decimals } = ledgerCurrency(row.currency);
    const wallet = row.wallet === null ? "" : walletText(row.network, row.wallet);
    const key = [row.account, row.network, id, wallet].join(" ");
    const known = lines.get(key);
    lines.set(key, {
      ...row,
      wallet,
      currency: id,
      decimals,
      opening: row.opening + (known?.opening ?? 0n),
      received: row.received + (known?.received ?? 0n),
      sent: row.sent + (known?.sent ?? 0n),
    });
  }
  return [...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}
