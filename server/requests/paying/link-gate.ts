import { and, eq, inArray, sql } from "drizzle-orm";
import { securePaymentRequests, securePayments } from "@/db/schema";
import type { Reads } from "@/server/context";
import { ApiError } from "@/server/errors";

/**
 * Refuses to hand out calldata past the gate of a link. A browser client ID is public: whoever knows it and a
 * request could otherwise skip the gate and send money that is then held. The merchant's own credentials may do
 * as they like. Throws 403.
 */
export async function refuseAroundGate(
  ctx: Pick<Reads, "db" | "caller">,
  requestRowIds: readonly string[],
): Promise<void> {
  if (!ctx.caller.clientId?.isBrowser) return;
  const policy = securePayments.accessPolicy;
  const isGated = sql`(${policy} ->> 'mode' <> 'off' or (${policy} ->> 'hideUntilApproved')::boolean
    or jsonb_array_length(${policy} -> 'allowedPayerAddresses') > 0)`;
  const [gated] = await ctx.db
    .select({ id: securePayments.id })
    .from(securePaymentRequests)
    .innerJoin(securePayments, eq(securePayments.id, securePaymentRequests.securePaymentId))
    .where(
      and(
        inArray(securePaymentRequests.requestId, [...requestRowIds]),
        eq(securePayments.flow, "incoming"),
        isGated,
      ),
    )
    .limit(1);
  if (gated) throw new ApiError("payer_not_approved", "This request is paid through its link");
}
