import { and, eq, inArray } from "drizzle-orm";
import { securePaymentRequests, securePayments } from "@/db/schema";
import type { Reads } from "@/server/context";
import { ApiError } from "@/server/errors";
import { needsApproval } from "@/server/payer-access/restricted";
import { AccessPolicy } from "@/server/payer-access/schema";

/**
 * Refuses calldata of requests whose link wants its payers approved. A browser client ID is public: whoever knows it
 * and a request could otherwise pay past the link and send money that is then held. The merchant's own credentials
 * may do as they like. A policy that cannot be read is one that nobody has passed. Throws 403.
 */
export async function refuseOutsideLink(
  ctx: Pick<Reads, "db" | "caller">,
  requestRowIds: readonly string[],
): Promise<void> {
  if (!ctx.caller.clientId?.isBrowser) return;
  const links = await ctx.db
    .selectDistinct({ id: securePayments.id, policy: securePayments.accessPolicy })
    .from(securePaymentRequests)
    .innerJoin(securePayments, eq(securePayments.id, securePaymentRequests.securePaymentId))
    .where(
      and(inArray(securePaymentRequests.requestId, [...requestRowIds]), eq(securePayments.flow, "incoming")),
    );
  const mayPayOutside = links.every(({ policy: stored }) => {
    const { data: policy } = AccessPolicy.safeParse(stored);
    return policy !== undefined && !needsApproval({ row: { flow: "incoming" }, policy });
  });
  if (!mayPayOutside) throw new ApiError("payer_not_approved", "This request is paid through its link");
}
