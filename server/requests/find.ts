import { and, eq } from "drizzle-orm";
import { requests } from "@/db/schema";
import { ownedBy } from "@/server/auth/scope";
import type { Caller, Reader } from "@/server/context";
import { ApiError } from "@/server/errors";
import { isRequestId } from "@/server/payments/request-id";
import type { RequestRow } from "@/server/requests/draft";

/**
 * The caller's request with this wire ID. An unknown, a malformed and a foreign ID are the same 404 (RS-13),
 * so that an answer never says whose a request is.
 */
export async function findRequest(
  ctx: { caller: Caller; db: Reader },
  requestId: string,
): Promise<RequestRow> {
  if (!isRequestId(requestId)) throw notFound();
  const [row] = await ctx.db
    .select()
    .from(requests)
    .where(and(eq(requests.requestId, requestId), ownedBy(ctx.caller, requests)));
  if (!row) throw notFound();
  return row;
}

function notFound(): ApiError {
  return new ApiError("request_not_found", "Request not found");
}
