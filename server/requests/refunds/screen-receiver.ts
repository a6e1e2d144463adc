import { and, eq } from "drizzle-orm";
import { securePaymentRequests, securePayments } from "@/db/schema";
import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { allowlistOf } from "@/server/payer-access/restricted";
import { AccessPolicy } from "@/server/payer-access/schema";
import { screenWallet } from "@/server/payer-access/screen";
import type { RequestRow } from "@/server/requests/draft";

/**
 * Holds an address that a payer named to the access policy of the link that asked for the money: who may not pay it gets
 * nothing back of it. Throws 403 `refund_address_rejected`, 503 where no provider answers, 429 when too many were screened.
 */
export async function screenReceiver(
  ctx: Ctx,
  request: Pick<RequestRow, "id" | "platformId" | "network">,
  address: string,
): Promise<void> {
  const [link] = await ctx.db
    .select({ id: securePayments.id, accessPolicy: securePayments.accessPolicy })
    .from(securePayments)
    .innerJoin(securePaymentRequests, eq(securePaymentRequests.securePaymentId, securePayments.id))
    .where(and(eq(securePaymentRequests.requestId, request.id), eq(securePayments.flow, "incoming")))
    .limit(1);
  if (!link) return;
  const policy = AccessPolicy.parse(link.accessPolicy);
  if (!allowlistOf(policy)(address)) throw rejected();
  if (policy.mode === "off") return;
  const { status } = await screenWallet(
    ctx,
    policy,
    { address, type: "eoa", parent: null },
    { platformId: request.platformId, network: request.network, linkId: link.id, on: "pay" },
  );
  if (status === "error") {
    throw new ApiError("unavailable", "The address cannot be screened at the moment; try again later");
  }
  if (status === "rejected") throw rejected();
}

function rejected(): ApiError {
  return new ApiError("refund_address_rejected", "Money of this request cannot be sent to this address");
}
