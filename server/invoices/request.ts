import { and, desc, eq } from "drizzle-orm";
import { requests, securePaymentRequests, securePayments } from "@/db/schema";
import type { Reads } from "@/server/context";
import { invoiceCurrencyOf } from "@/server/currencies/invoice-currency";
import type { RequestStanding } from "@/server/invoices/pairs";
import { formatAmount } from "@/server/lib/amount";
import { earlierNow } from "@/server/lib/database/compared-clocks";
import { isRequestId } from "@/server/payments/request-id";
import { statusAt } from "@/server/secure-payments/state";

/** The request that an invoice is paid by. */
export interface RequestOfInvoice {
  standing: RequestStanding;
  /** What it asks for. */
  amount: string;
  currency: string;
  /** Of its payment link; null for a request without one. */
  linkToken: string | null;
}

/** One of the caller's account by its ID on the wire; null for any other. */
export async function findRequest(
  ctx: Pick<Reads, "db" | "caller" | "now">,
  requestId: string,
): Promise<RequestOfInvoice | null> {
  if (!isRequestId(requestId)) return null;
  const [found] = await ctx.db
    .select({ request: requests, link: securePayments })
    .from(requests)
    .leftJoin(securePaymentRequests, eq(securePaymentRequests.requestId, requests.id))
    .leftJoin(securePayments, eq(securePayments.id, securePaymentRequests.securePaymentId))
    .where(and(eq(requests.requestId, requestId), eq(requests.platformId, ctx.caller.platformId)))
    .orderBy(desc(securePayments.id))
    .limit(1);
  if (found?.request.kind !== "request") return null;
  const { request, link } = found;
  const isOver = link !== null && OVER.has(statusAt(link, earlierNow(ctx)));
  const currency = invoiceCurrencyOf(request);
  return {
    standing: request.status === "created" && isOver ? "link_over" : request.status,
    amount: formatAmount(request.amount, currency.decimals),
    currency: currency.id,
    linkToken: link?.token ?? null,
  };
}

/** In which nobody can pay by it any more. */
const OVER: ReadonlySet<string> = new Set(["expired", "invalidated", "compliance_failed"]);
