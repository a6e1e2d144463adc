import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { walletScreenings } from "@/db/schema";
import { walletKey, walletText } from "@/server/chains/wallets/wallet-text";
import type { Reads, Tx } from "@/server/context";
import { ScreeningProviderId, type WalletResult } from "@/server/payer-access/schema";

/**
 * Keeps the latest answer about each wallet of a link. A missing answer does not replace a definitive one, nor an
 * older answer a newer. A wallet that passed as itself stays one that may pay for itself, whoever later claims to
 * stand behind it.
 */
export async function storeResults(tx: Tx, linkId: string, results: readonly WalletResult[]): Promise<void> {
  if (results.length === 0) return;
  const known = walletScreenings;
  const paysForItself = sql`${known.walletType} = 'eoa' and ${known.status} = 'approved' and excluded.status = 'approved'`;
  await tx.db
    .insert(walletScreenings)
    .values(
      results.map((result) => ({
        securePaymentId: linkId,
        walletAddress: walletKey(result.walletAddress),
        walletType: result.walletType,
        parentWalletAddress:
          result.parentWalletAddress === undefined ? null : walletKey(result.parentWalletAddress),
        status: result.status,
        reasonCode: result.reasonCode,
        provider: result.provider,
        evaluatedAt: result.evaluatedAt === undefined ? tx.now() : new Date(result.evaluatedAt),
      })),
    )
    .onConflictDoUpdate({
      target: [known.securePaymentId, known.walletAddress],
      set: {
        walletType: sql`case when ${paysForItself} then 'eoa' else excluded.wallet_type end`,
        parentWalletAddress: sql`case when ${paysForItself} then null else excluded.parent_wallet_address end`,
        status: sql`excluded.status`,
        reasonCode: sql`excluded.reason_code`,
        provider: sql`excluded.provider`,
        evaluatedAt: sql`excluded.evaluated_at`,
      },
      setWhere: sql`excluded.evaluated_at >= ${known.evaluatedAt}
        and (excluded.status <> 'error' or ${known.status} = 'error')`,
    });
}

/** Definitive answers of a link about these wallets, by key. */
export async function definitiveResults(
  ctx: Pick<Reads, "db">,
  linkId: string,
  wallets: readonly string[],
): Promise<Map<string, WalletResult>> {
  const rows = await ctx.db
    .select()
    .from(walletScreenings)
    .where(
      and(
        eq(walletScreenings.securePaymentId, linkId),
        inArray(walletScreenings.walletAddress, wallets.map(walletKey)),
        ne(walletScreenings.status, "error"),
      ),
    );
  return new Map(rows.map((row) => [row.walletAddress, resultOf(row)]));
}

/** Everything that was answered about the wallets of these links, by link: for the owner's lookup (SL-05). */
export async function screeningResults(
  ctx: Pick<Reads, "db">,
  linkIds: readonly string[],
): Promise<Map<string, WalletResult[]>> {
  if (linkIds.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(walletScreenings)
    .where(inArray(walletScreenings.securePaymentId, [...linkIds]))
    .orderBy(walletScreenings.evaluatedAt, walletScreenings.walletAddress);
  const byLink = new Map<string, WalletResult[]>();
  for (const row of rows) {
    const own = byLink.get(row.securePaymentId);
    if (own) own.push(resultOf(row));
    else byLink.set(row.securePaymentId, [resultOf(row)]);
  }
  return byLink;
}

function resultOf(row: typeof walletScreenings.$inferSelect): WalletResult {
  return {
    walletAddress: asRead(row.walletAddress),
    walletType: row.walletType,
    ...(row.parentWalletAddress === null ? {} : { parentWalletAddress: asRead(row.parentWalletAddress) }),
    status: row.status,
    reasonCode: row.reasonCode,
    provider: ScreeningProviderId.nullable().parse(row.provider),
    evaluatedAt: row.evaluatedAt.toISOString(),
  };
}

/** A key as callers read it; only EVM keys differ from it. */
function asRead(key: string): string {
  return key.startsWith("0x") ? walletText("evm", key) : key;
}
