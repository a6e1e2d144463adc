import { and, countDistinct, eq, isNotNull, isNull, ne } from "drizzle-orm";
import { apiKeys, clientIds, orchestratorLinks, platforms } from "@/db/schema";
import { brandingOf } from "@/server/branding/find";
import { merchantOf } from "@/server/branding/merchant";
import { EVERY_CHAIN } from "@/server/chains/wallets/wallet-identity";
import type { Reads } from "@/server/context";
import type { Account } from "@/server/dashboard/account/account-schema";
import { ApiError } from "@/server/errors";

/** What the caller's account is called and may do. Throws 404 where it no longer exists. */
export async function readAccount(ctx: Pick<Reads, "db" | "caller">): Promise<Account> {
  const { platformId } = ctx.caller;
  const [rows, branding, bankGrants, partners] = await Promise.all([
    ctx.db.select().from(platforms).where(eq(platforms.id, platformId)),
    brandingOf(ctx, { platformId, clientIdId: null }),
    bankGrantsOf(ctx),
    countPartners(ctx),
  ]);
  const [platform] = rows;
  if (!platform) throw new ApiError("not_found", "There is no such account");
  const { name, provenWallet } = await merchantOf(ctx, platformId, branding);
  return {
    name,
    provenWallet: provenWallet && {
      address: provenWallet.address,
      chainId: provenWallet.chainId === EVERY_CHAIN ? null : provenWallet.chainId,
    },
    createdAt: platform.createdAt.toISOString(),
    canCreatePayouts: platform.canCreatePayouts,
    hasSecondScreeningProvider: platform.hasSecondScreeningProvider,
    creationsPerDay: platform.creationsPerDay,
    bankGrants,
    partners,
  };
}

/** Credentials in use that the operator lets pay to bank accounts (CF-16). */
async function bankGrantsOf({ db, caller }: Pick<Reads, "db" | "caller">): Promise<Account["bankGrants"]> {
  const [keys, clients] = await Promise.all([
    db
      .select({ label: apiKeys.label, access: apiKeys.offrampAccess })
      .from(apiKeys)
      .where(
        and(
          eq(apiKeys.platformId, caller.platformId),
          isNull(apiKeys.deletedAt),
          isNotNull(apiKeys.offrampAccess),
        ),
      )
      .orderBy(apiKeys.id),
    db
      .select({ label: clientIds.label, access: clientIds.offrampAccess })
      .from(clientIds)
      .where(
        and(
          eq(clientIds.platformId, caller.platformId),
          ne(clientIds.status, "revoked"),
          isNotNull(clientIds.offrampAccess),
        ),
      )
      .orderBy(clientIds.id),
  ]);
  const grantsOf = (credential: "apiKey" | "clientId", rows: typeof keys) =>
    rows.flatMap(({ label, access }) => (access === null ? [] : [{ credential, label, access }]));
  return [...grantsOf("apiKey", keys), ...grantsOf("clientId", clients)];
}

async function countPartners({ db, caller }: Pick<Reads, "db" | "caller">): Promise<number> {
  const [counted] = await db
    .select({ partners: countDistinct(orchestratorLinks.orchestratorId) })
    .from(orchestratorLinks)
    .innerJoin(clientIds, eq(clientIds.id, orchestratorLinks.clientIdId))
    .where(and(eq(clientIds.platformId, caller.platformId), eq(orchestratorLinks.status, "active")));
  return counted?.partners ?? 0;
}
