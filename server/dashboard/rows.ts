import { and, asc, desc, eq, inArray, isNull } from "drizzle-orm";
import { clientIds, requests, securePaymentRequests, securePayments, transfers } from "@/db/schema";
import { ownedBy } from "@/server/auth/scope";
import { walletText } from "@/server/chains/wallet-text";
import type { Ctx } from "@/server/context";
import type { PaymentRow } from "@/server/dashboard/payments-schema";
import { statusOf } from "@/server/dashboard/standing";
import { formatAmount } from "@/server/lib/amount";
import { paymentToken } from "@/server/payments/describe";
import { COUNTED_STATES } from "@/server/payments/state";
import type { RequestRow } from "@/server/requests/draft";
import { linkUrl } from "@/server/secure-payments/creating/store-link";

/** What a row of a list is made of: an export reads a million of them. */
const LISTED = {
  id: requests.id,
  requestId: requests.requestId,
  kind: requests.kind,
  status: requests.status,
  payee: requests.payee,
  payer: requests.payer,
  network: requests.network,
  paymentCurrency: requests.paymentCurrency,
  amount: requests.amount,
  reference: requests.reference,
  createdAt: requests.createdAt,
  paidAt: requests.paidAt,
  linkExpiresAt: requests.linkExpiresAt,
  linkEnd: requests.linkEnd,
  source: requests.source,
  originalRequestId: requests.originalRequestId,
};
type Listed = Pick<RequestRow, keyof typeof LISTED>;

type Reading = Pick<Ctx, "db" | "caller" | "now" | "config">;

/** Payments of the caller with these row IDs, in their order: three statements for any number. */
export async function describePayments(ctx: Reading, ids: readonly string[]): Promise<PaymentRow[]> {
  if (ids.length === 0) return [];
  const [rows, links, paying] = await Promise.all([
    ctx.db
      .select({ request: LISTED, client: { clientId: clientIds.clientId, label: clientIds.label } })
      .from(requests)
      .leftJoin(clientIds, eq(clientIds.id, requests.clientIdId))
      .where(and(inArray(requests.id, [...ids]), ownedBy(ctx.caller, requests))),
    linksOf(ctx, ids),
    countedTransfers(ctx, ids),
  ]);
  const byId = new Map(rows.map((row) => [row.request.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    return describePayment(ctx, row.request, row.client, links.get(id) ?? null, paying.get(id) ?? []);
  });
}

interface AskingLink {
  token: string;
  paymentType: "single" | "batch" | "multicall";
  payerIdentifier: string | null;
  /** What the link asks for the request, base units. */
  asked: bigint;
}

/** The link that pays each request: the batch link where a payout link was merged into one. */
async function linksOf(ctx: Reading, ids: readonly string[]): Promise<Map<string, AskingLink>> {
  const rows = await ctx.db
    .select({
      requestId: securePaymentRequests.requestId,
      asked: securePaymentRequests.amount,
      link: {
        token: securePayments.token,
        paymentType: securePayments.paymentType,
        payerIdentifier: securePayments.payerIdentifier,
      },
    })
    .from(securePaymentRequests)
    .innerJoin(securePayments, eq(securePayments.id, securePaymentRequests.securePaymentId))
    .where(
      and(
        inArray(securePaymentRequests.requestId, [...ids]),
        eq(securePayments.platformId, ctx.caller.platformId),
      ),
    )
    .orderBy(asc(securePayments.id));
  const links = new Map<string, AskingLink>();
  for (const { requestId, asked, link } of rows) {
    // A batch link is younger than those that went into it; what they say about the recipient outlives them.
    const payerIdentifier = link.payerIdentifier ?? links.get(requestId)?.payerIdentifier ?? null;
    links.set(requestId, { ...link, payerIdentifier, asked });
  }
  return links;
}

type Counted = Pick<typeof transfers.$inferSelect, "requestId" | "amount" | "txHash" | "payer" | "state">;

/** Transfers that count, in the order of the chain, a bounded number for each request. */
async function countedTransfers(ctx: Reading, ids: readonly string[]): Promise<Map<string, Counted[]>> {
  const rows = await ctx.db
    .select({
      requestId: transfers.requestId,
      amount: transfers.amount,
      txHash: transfers.txHash,
      payer: transfers.payer,
      state: transfers.state,
    })
    .from(transfers)
    .where(
      and(
        inArray(transfers.requestId, [...ids]),
        isNull(transfers.mismatch),
        inArray(transfers.state, [...COUNTED_STATES]),
      ),
    )
    .orderBy(desc(transfers.blockNumber), desc(transfers.logIndex))
    .limit(ids.length * MAX_TRANSFERS);
  const byRequest = new Map<string, Counted[]>();
  for (const row of rows.reverse()) {
    const own = byRequest.get(row.requestId);
    if (own) own.push(row);
    else byRequest.set(row.requestId, [row]);
  }
  return byRequest;
}

/** Dust costs a stranger next to nothing; lists look at so much of it on average. */
const MAX_TRANSFERS = 50;

function describePayment(
  ctx: Reading,
  request: Listed,
  client: { clientId: string; label: string } | null,
  link: AskingLink | null,
  counted: readonly Counted[],
): PaymentRow {
  const token = paymentToken(request);
  const deciding = decidingTransfer(request, counted);
  return {
    requestId: request.requestId.slice(2),
    flow: request.kind === "payout" ? "outgoing" : "incoming",
    status: statusOf(request, ctx.now()),
    token: link?.token ?? null,
    securePaymentUrl: link && linkUrl(ctx, link.token),
    paymentType: link && (link.paymentType === "batch" ? "batch" : "single"),
    reference: request.reference,
    payerIdentifier: link?.payerIdentifier ?? null,
    payee: request.payee,
    payer: deciding?.payer ? walletText(request.network, deciding.payer) : request.payer,
    amount: formatAmount(link?.asked ?? request.amount, token.decimals),
    currency: token.symbol,
    currencyId: token.id,
    network: request.network,
    txHash: deciding?.txHash ?? null,
    createdAt: request.createdAt.toISOString(),
    paidAt: request.paidAt?.toISOString() ?? null,
    expiresAt: request.linkExpiresAt?.toISOString() ?? null,
    source: sourceOf(request, client),
  };
}

/** The transfer that covered a paid request; of one that is not, the newest. */
function decidingTransfer(request: Listed, counted: readonly Counted[]): Counted | undefined {
  if (request.status !== "paid") return counted.at(-1);
  let sum = 0n;
  return (
    counted.find((transfer) => {
      sum += transfer.amount;
      return sum >= request.amount;
    }) ?? counted.at(-1)
  );
}

function sourceOf(request: Listed, client: { clientId: string; label: string } | null): PaymentRow["source"] {
  if (client) return { kind: "client_id", label: client.label, clientId: client.clientId };
  const kind = request.originalRequestId !== null && request.source === null ? "recurring" : request.source;
  return { kind: kind ?? "unknown", label: null, clientId: null };
}
