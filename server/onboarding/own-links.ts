import { and, desc, eq } from "drizzle-orm";
import { clientIds, orchestratorLinks, orchestrators } from "@/db/schema";
import { type Ctx, inTransaction, type Reads } from "@/server/context";
import { ApiError } from "@/server/errors";
import { chargedFees } from "@/server/fees/configs/effective";
import {
  OnboardingTerms,
  type PlatformLink,
  type PlatformLinkList,
  type UpdateLinkKytBody,
} from "@/server/onboarding/schema";
import { requireProviderEnabled } from "@/server/payee-destinations/access-policy";
import { chooseScreening, tellBoth } from "@/server/platforms/orchestrators/links";
import { planOfChoice, ScreeningPlan } from "@/server/platforms/orchestrators/screening-plan";

/** More links than this are not shown at once. */
const MAX_LINKS = 500;

/** Who is linked to the client IDs of the caller's account, what it costs and what was agreed, newest first. */
export async function listOwnLinks(ctx: Pick<Reads, "db" | "caller">): Promise<PlatformLinkList> {
  const rows = await own(ctx).orderBy(desc(orchestratorLinks.id)).limit(MAX_LINKS);
  return { links: await Promise.all(rows.map((row) => describePlatformLink(ctx, row))) };
}

/**
 * Chooses who screens the payers of a linked client ID, for payments created from now on (OK-03). Takes the ID of the
 * client ID's record, or its public value. Throws 400 for a provider that the account may not use, 403 where the
 * orchestrator prescribes it (OK-02), 404 for a foreign client ID and for one without an active link.
 */
export function updateLinkScreening(
  ctx: Ctx,
  named: string,
  { provider }: UpdateLinkKytBody,
): Promise<PlatformLink> {
  return inTransaction(ctx, async (tx) => {
    const { id, clientId } = clientIds;
    const [row] = await own(tx, eq(named.startsWith("cli_") ? clientId : id, named)).for("update", {
      of: orchestratorLinks,
    });
    if (row?.link.status !== "active") throw new ApiError("not_found", "Client ID link not found");
    if (row.link.screeningControl === "orchestrator") {
      throw new ApiError("forbidden", "The partner prescribes how payers are screened");
    }
    await requireProviderEnabled(tx, { screeningProvider: provider });
    const link = await chooseScreening(tx, row.link, planOfChoice(provider));
    await tellBoth(tx, "orchestrator_link.updated", link, {
      clientId: row.clientId,
      platformId: tx.caller.platformId,
      providers: provider === null ? [] : [provider],
    });
    return describePlatformLink(tx, { ...row, link });
  });
}

function own({ db, caller }: Pick<Reads, "db" | "caller">, condition?: ReturnType<typeof eq>) {
  return db
    .select({
      link: orchestratorLinks,
      clientId: clientIds.clientId,
      clientIdName: clientIds.label,
      partner: orchestrators.name,
      partnerEmail: orchestrators.contactEmail,
    })
    .from(orchestratorLinks)
    .innerJoin(clientIds, eq(clientIds.id, orchestratorLinks.clientIdId))
    .innerJoin(orchestrators, eq(orchestrators.id, orchestratorLinks.orchestratorId))
    .where(and(eq(clientIds.platformId, caller.platformId), condition));
}

type Row = Awaited<ReturnType<typeof own>>[number];

async function describePlatformLink(ctx: Pick<Reads, "db">, row: Row): Promise<PlatformLink> {
  const { link, ...names } = row;
  const { orchestratorId, clientIdId, consentedAt, revokedAt } = link;
  const isActive = link.status === "active";
  const fees = isActive ? await chargedFees(ctx, { orchestratorId, clientIdId }) : [];
  const agreed = OnboardingTerms.nullable().parse(link.agreedTerms);
  return {
    id: link.id,
    clientIdId,
    ...names,
    orchestratorId,
    status: link.status,
    fees,
    agreed,
    feesChanged: isActive && agreed !== null && JSON.stringify(fees) !== JSON.stringify(agreed.fees),
    kytControl: link.screeningControl,
    kyt: ScreeningPlan.nullable().parse(link.screeningPlan),
    consentedAt: consentedAt?.toISOString() ?? null,
    createdAt: link.createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
    revokedBy: link.revokedBy,
  };
}
