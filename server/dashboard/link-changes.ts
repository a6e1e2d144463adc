import { and, asc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { auditLog, requests, securePaymentRequests } from "@/db/schema";
import type { Reads } from "@/server/context";
import type { PaymentDetail, TimelineEntry } from "@/server/dashboard/detail-schema";
import { earlierNow } from "@/server/lib/database/compared-clocks";
import { paymentOnItsWay } from "@/server/secure-payments/deadline/on-its-way";
import type { LinkRow } from "@/server/secure-payments/link";
import { statusAt } from "@/server/secure-payments/state";

type Reading = Pick<Reads, "db" | "caller" | "now">;

const NOTHING = { canCancel: false, canExtend: false, onItsWay: null, payments: 0 };

/** What the owner of a link can do about it now. */
export async function linkActions(ctx: Reading, link: LinkRow | null): Promise<PaymentDetail["actions"]> {
  if (!link) return NOTHING;
  const status = statusAt(link, earlierNow(ctx));
  const asked = await ctx.db
    .select({ id: requests.id, status: requests.status, offrampStatus: requests.offrampStatus })
    .from(securePaymentRequests)
    .innerJoin(requests, eq(requests.id, securePaymentRequests.requestId))
    .where(eq(securePaymentRequests.securePaymentId, link.id));
  const payments = asked.length;
  if (status !== "pending" && status !== "expired") return { ...NOTHING, payments };
  const canExtend = asked.every(({ offrampStatus }) => offrampStatus === null);
  if (status === "expired") return { ...NOTHING, canExtend, payments };
  const coming = await paymentOnItsWay(ctx, link.id, asked);
  return {
    canCancel: true,
    canExtend,
    onItsWay: coming && { reason: coming.reason, canBeForced: !coming.isCertain },
    payments,
  };
}

const Extended = z.object({ endsNow: z.string() });

/** When the time of these links was ended or made longer by their owner, oldest first. */
export async function changesOfLinks(ctx: Reading, links: readonly LinkRow[]): Promise<TimelineEntry[]> {
  if (links.length === 0) return [];
  const rows = await ctx.db
    .select()
    .from(auditLog)
    .where(
      and(
        inArray(
          auditLog.subject,
          links.map(({ id }) => id),
        ),
        inArray(auditLog.action, ["secure_payment.cancelled", "secure_payment.extended"]),
        eq(auditLog.platformId, ctx.caller.platformId),
      ),
    )
    .orderBy(asc(auditLog.id));
  return rows.map(({ action, at, actorKind, details }): TimelineEntry => {
    const by = actorKind === "apiKey" ? "with an API key" : "in the dashboard";
    if (action === "secure_payment.cancelled") {
      const reason = `The link was cancelled ${by}. What arrives all the same is credited as late.`;
      return { kind: "cancelled", at: at.toISOString(), reason };
    }
    const end = Extended.parse(details).endsNow.slice(0, 16).replace("T", " ");
    const reason = `The link was given more time ${by}, until ${end} UTC.`;
    return { kind: "extended", at: at.toISOString(), reason };
  });
}
