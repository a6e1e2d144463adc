import { securePaymentRequests, securePayments } from "@/db/schema";
import type { Ctx, Tx } from "@/server/context";
import type { FeePlan } from "@/server/fees/plan-schema";
import { newId, newToken } from "@/server/lib/ids";
import type { AccessPolicy } from "@/server/payer-access/schema";
import { requireActiveLink } from "@/server/platforms/orchestrators/links";
import type { LinkRow } from "@/server/secure-payments/link";
import type { SecurePaymentCreated } from "@/server/secure-payments/wire/create-schema";
import type { ResolvedDestination } from "@/server/secure-payments/wire/link-schema";

/** What differs between the links of the ways to create one. */
export interface LinkFacts {
  paymentType: "single" | "batch" | "multicall";
  flow: "incoming" | "outgoing";
  /** Null for a multicall over several. */
  network: string | null;
  /** Null for several currencies. */
  currency: string | null;
  destination: ResolvedDestination | null;
  claimedDestination?: ResolvedDestination | null;
  feePlan: FeePlan | null;
  policy: AccessPolicy;
  redirectUrl?: string | undefined;
  redirectLabel?: string | undefined;
  reference?: string | undefined;
  payerIdentifier?: string | undefined;
}

/** Draws the identifiers of a new link of the caller; it is pending until its time is over (SP-14). */
export function draftLink(ctx: Pick<Ctx, "caller" | "config" | "now">, facts: LinkFacts): LinkRow {
  const now = ctx.now();
  const { caller } = ctx;
  return {
    id: newId(now),
    token: newToken(),
    platformId: caller.platformId,
    clientIdId: caller.clientId?.id ?? null,
    origin: caller.clientId ? caller.origin : null,
    orchestratorId: caller.orchestratorId,
    paymentType: facts.paymentType,
    flow: facts.flow,
    status: "pending",
    network: facts.network,
    currency: facts.currency,
    destination: facts.destination,
    claimedDestination: facts.claimedDestination ?? null,
    feePlan: facts.feePlan,
    accessPolicy: facts.policy,
    redirectUrl: facts.redirectUrl ?? null,
    redirectLabel: facts.redirectLabel ?? null,
    reference: facts.reference ?? null,
    payerIdentifier: facts.payerIdentifier ?? null,
    requestedExecutionKind: null,
    mergedIntoId: null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + ctx.config.securePaymentLifetimeSeconds * 1_000),
    completedAt: null,
  };
}

/** A request of a link and what the link asks for it, base units. */
export interface Asked {
  requestId: string;
  amount: bigint;
}

/**
 * Stores a link and which requests it pays, in their order: two statements for any number, and one more with a pair,
 * whose link has to be active still. Throws 403.
 */
export async function storeLink(
  tx: Pick<Tx, "db" | "caller">,
  link: LinkRow,
  asked: readonly Asked[],
): Promise<void> {
  await requireActiveLink(tx);
  await tx.db.insert(securePayments).values(link);
  await tx.db
    .insert(securePaymentRequests)
    .values(asked.map((one, position) => ({ securePaymentId: link.id, ...one, position })));
}

/** The answer of every way to create a link (SP-13, FM-14). */
export function createdAnswer(
  ctx: Pick<Ctx, "config">,
  link: Pick<LinkRow, "token">,
  requestIds: readonly string[],
  feePlan: FeePlan | null,
): SecurePaymentCreated {
  return {
    requestIds: requestIds.map((requestId) => requestId.slice(2)),
    securePaymentUrl: linkUrl(ctx, link.token),
    token: link.token,
    feePlan,
  };
}

/** Where a payer opens a link. */
export function linkUrl(ctx: Pick<Ctx, "config">, token: string): string {
  return `${ctx.config.urls.pay.replace(/\/$/, "")}/?token=${token}`;
}
