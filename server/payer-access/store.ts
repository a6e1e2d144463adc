import { and, eq, inArray, or, sql } from "drizzle-orm";
import { connectedWallets, walletScreenings } from "@/db/schema";
import { walletKey, walletText } from "@/server/chains/wallets/wallet-text";
import type { Reads, Tx } from "@/server/context";
import type { WalletResult } from "@/server/payer-access/schema";
import { ScreeningProviderId } from "@/server/providers/kyt/schema";

/**
 * Keeps the latest answer about each wallet of a link, and which wallet was connected. A missing answer does not replace
 * a definitive one, nor an older answer a newer. That somebody names a wallet as the one behind another is kept beside
 * what was there before and changes none of it: nobody signs for it, so a stranger may say it too.
 */
export async function storeResults(tx: Tx, linkId: string, results: readonly WalletResult[]): Promise<void> {
  if (results.length === 0) return;
  const known = walletScreenings;
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
        status: sql`excluded.status`,
        reasonCode: sql`excluded.reason_code`,
        provider: sql`excluded.provider`,
        evaluatedAt: sql`excluded.evaluated_at`,
      },
      setWhere: sql`excluded.evaluated_at >= ${known.evaluatedAt}
        and (excluded.status <> 'error' or ${known.status} = 'error')`,
    });
  const lastNamedAt = tx.now();
  await tx.db
    .insert(connectedWallets)
    .values(results.map((result) => ({ securePaymentId: linkId, ...pairOf(result), lastNamedAt })))
    .onConflictDoUpdate({
      target: [
        connectedWallets.securePaymentId,
        connectedWallets.walletAddress,
        connectedWallets.connectedAddress,
      ],
      set: { lastNamedAt },
    });
}

/** What a link already knows of a wallet of a visit. */
export interface KnownResult {
  status: "approved" | "rejected";
  evaluatedAt: Date;
  /** When the same connected wallet was last named with it; null where that is new. */
  namedAt: Date | null;
}

/** What is known of the wallets of this visit, by key; only of those with a definitive answer. */
export async function knownResults(
  ctx: Pick<Reads, "db">,
  linkId: string,
  visit: readonly Pick<WalletResult, "walletAddress" | "parentWalletAddress">[],
): Promise<Map<string, KnownResult>> {
  const named = or(
    ...visit.map((result) => {
      const { walletAddress, connectedAddress } = pairOf(result);
      return and(
        eq(connectedWallets.walletAddress, walletAddress),
        eq(connectedWallets.connectedAddress, connectedAddress),
      );
    }),
  );
  const rows = await ctx.db
    .select({
      wallet: walletScreenings.walletAddress,
      status: walletScreenings.status,
      evaluatedAt: walletScreenings.evaluatedAt,
      namedAt: connectedWallets.lastNamedAt,
    })
    .from(walletScreenings)
    .leftJoin(
      connectedWallets,
      and(
        eq(connectedWallets.securePaymentId, walletScreenings.securePaymentId),
        eq(connectedWallets.walletAddress, walletScreenings.walletAddress),
        named,
      ),
    )
    .where(
      and(
        eq(walletScreenings.securePaymentId, linkId),
        inArray(
          walletScreenings.walletAddress,
          visit.map(({ walletAddress }) => walletKey(walletAddress)),
        ),
      ),
    );
  return new Map(
    rows.flatMap(({ wallet, status, ...row }): [string, KnownResult][] =>
      status === "error" ? [] : [[wallet, { ...row, status }]],
    ),
  );
}

/** A wallet and the one that was connected when it came. */
function pairOf({
  walletAddress,
  parentWalletAddress,
}: Pick<WalletResult, "walletAddress" | "parentWalletAddress">) {
  return {
    walletAddress: walletKey(walletAddress),
    connectedAddress: walletKey(parentWalletAddress ?? walletAddress),
  };
}

/** Everything that was answered about the wallets of these links, by link: for the owner's lookup (SL-05). */
export async function screeningResults(
  ctx: Pick<Reads, "db">,
  linkIds: readonly string[],
): Promise<Map<string, WalletResult[]>> {
  if (linkIds.length === 0) return new Map();
  const rows = await ctx.db
    .select({ screening: walletScreenings, connected: connectedWallets.connectedAddress })
    .from(walletScreenings)
    .leftJoin(
      connectedWallets,
      and(
        eq(connectedWallets.securePaymentId, walletScreenings.securePaymentId),
        eq(connectedWallets.walletAddress, walletScreenings.walletAddress),
      ),
    )
    .where(inArray(walletScreenings.securePaymentId, [...linkIds]))
    .orderBy(
      walletScreenings.evaluatedAt,
      walletScreenings.walletAddress,
      connectedWallets.lastNamedAt,
      connectedWallets.connectedAddress,
    );
  const byLink = new Map<string, WalletResult[]>();
  for (const { screening, connected } of rows) {
    const own = byLink.get(screening.securePaymentId) ?? [];
    own.push(resultOf(screening, connected));
    byLink.set(screening.securePaymentId, own);
  }
  return byLink;
}

/** `connected` is null in rows of before each of them was kept. */
function resultOf(row: typeof walletScreenings.$inferSelect, connected: string | null): WalletResult {
  const named = connected ?? row.parentWalletAddress;
  const parent = named === row.walletAddress ? null : named;
  return {
    walletAddress: asRead(row.walletAddress),
    walletType: parent === null ? "eoa" : "smart_account",
    ...(parent === null ? {} : { parentWalletAddress: asRead(parent) }),
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
