import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { platformKey } from "@/db/keys";
import { ledgerEntries } from "@/db/schema";
import { walletText } from "@/server/chains/wallets/wallet-text";
import type { Reads } from "@/server/context";
import { HOLDING_ACCOUNTS, movements } from "@/server/ledger/closing/movements";
import type { StatementLine } from "@/server/ledger/closing/statement-schema";
import { ledgerCurrency } from "@/server/ledger/currency";
import type { Span } from "@/server/ledger/month";

const base = z.string().transform((text) => BigInt(text));
const Row = z.object({
  account: z.enum(HOLDING_ACCOUNTS),
  wallet: z.string().nullable(),
  network: z.string(),
  currency: z.string(),
  /** The period, from 1; 0 for all the time before the first. */
  period: z.int(),
  received: base,
  sent: base,
});

/**
 * What an account's wallets held, got and gave in a period, by wallet and currency. What is taken back of what came is less
 * that came, not something that went. Deposit addresses are one line for each currency.
 */
export async function balancesOf(
  ctx: Pick<Reads, "db">,
  platformId: string,
  { startsAt, endsAt }: Span,
): Promise<StatementLine[]> {
  const [lines = []] = await balancesBetween(ctx, platformId, [startsAt, endsAt]);
  return lines;
}

/**
 * The same for periods that follow one another: each begins at a moment of `bounds` and ends at the next one. The entries are read
 * once, however many periods there are. A wallet has a line from the first period on in which it had an entry.
 */
export async function balancesBetween(
  ctx: Pick<Reads, "db">,
  platformId: string,
  bounds: readonly Date[],
): Promise<StatementLine[][]> {
  const end = bounds.at(-1);
  if (end === undefined) return [];
  return balancesFrom(
    ctx,
    movements(sql`${platformKey(ledgerEntries)} = hashtextextended(${platformId}, 0)
      and platform_id = ${platformId} and booked_at < ${end.toISOString()}::timestamptz`),
    bounds,
  );
}

/** The same out of rows as `movements` has them, each by the moment that it counts for, which is before the last bound. */
export async function balancesFrom(
  { db }: Pick<Reads, "db">,
  moved: SQL,
  bounds: readonly Date[],
): Promise<StatementLine[][]> {
  const moments = bounds.map((at) => at.toISOString()).join(",");
  const rows = await db
    .select({
      account: sql`account`,
      wallet: sql`case when account <> 'deposit_address' then '0x' || encode(nullif(wallet, '\\x'), 'hex') end as wallet`,
      network: sql`network`,
      currency: sql`currency`,
      period: sql`width_bucket(booked_at, ${`{${moments}}`}::timestamptz[]) as period`,
      received: sql`sum(received)::text as received`,
      sent: sql`sum(sent)::text as sent`,
    })
    .from(sql`(${moved}) as moved`)
    .groupBy(sql`1, 2, 3, 4, 5`);
  return linesOf(z.array(Row).parse(rows), bounds.length - 1);
}

type Row = z.infer<typeof Row>;

interface Line extends Pick<Row, "account" | "network"> {
  wallet: string;
  currency: string;
  decimals: number;
  /** What came and went, by period. */
  moved: Map<number, { received: bigint; sent: bigint }>;
}

/** The lines of each period, in a fixed order. */
function linesOf(rows: readonly Row[], periods: number): StatementLine[][] {
  const known = joined(rows);
  const all: StatementLine[][] = Array.from({ length: periods }, () => []);
  for (const { moved, ...line } of known) {
    let balance = 0n;
    let isKnown = false;
    for (let period = 0; period <= periods; period++) {
      const found = moved.get(period);
      const { received, sent } = found ?? { received: 0n, sent: 0n };
      const opening = balance;
      balance += received - sent;
      isKnown ||= found !== undefined;
      if (period === 0 || !isKnown) continue;
      all[period - 1]?.push({
        ...line,
        opening: opening.toString(),
        received: received.toString(),
        sent: sent.toString(),
        closing: balance.toString(),
      });
    }
  }
  return all;
}

/** One for each wallet and currency, whatever the journal called the currency, in a fixed order. */
function joined(rows: readonly Row[]): Line[] {
  const lines = new Map<string, Line>();
  for (const { account, network, period, received, sent, ...row } of rows) {
    const { id, decimals } = ledgerCurrency(row.currency);
    const wallet = row.wallet === null ? "" : walletText(network, row.wallet);
    const key = [account, network, id, wallet].join(" ");
    const line = lines.get(key) ?? { account, wallet, network, currency: id, decimals, moved: new Map() };
    const before = line.moved.get(period) ?? { received: 0n, sent: 0n };
    line.moved.set(period, { received: before.received + received, sent: before.sent + sent });
    lines.set(key, line);
  }
  return [...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}
