import { and, asc, eq, inArray, sql } from "drizzle-orm";
import {
  clientIds,
  isCounted,
  requests,
  securePaymentRequests,
  securePayments,
  transfers,
} from "@/db/schema";
import { ownedBy } from "@/server/auth/scope";
import { walletText } from "@/server/chains/wallets/wallet-text";
import type { Ctx } from "@/server/context";
import { isConverted } from "@/server/currencies/invoice-currency";
import type { PaymentRow, PaymentStatus } from "@/server/dashboard/payments-schema";
import { statusNow } from "@/server/dashboard/status-buckets";
import { settlingTransfers } from "@/server/payments/counting/covering";
import { type RequestSums, sumsOf } from "@/server/payments/counting/sums";
import { amountsOf } from "@/server/payments/valuing/described";
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
  invoiceCurrency: requests.invoiceCurrency,
  paymentCurrency: requests.paymentCurrency,
  amount: requests.amount,
  reference: requests.reference,
  createdAt: requests.createdAt,
  paidAt: requests.paidAt,
  linkExpiresAt: requests.linkExpiresAt,
  source: requests.source,
  originalRequestId: requests.originalRequestId,
  isCryptoToFiatAllowed: requests.isCryptoToFiatAllowed,
};
type Listed = Pick<RequestRow, keyof typeof LISTED> & { shownStatus: PaymentStatus };

type Reading = Pick<Ctx, "db" | "caller" | "now" | "config">;

/** Payments of the caller with these row IDs, in their order: a few statements for any number. */
export async function describePayments(ctx: Reading, ids: readonly string[]): Promise<PaymentRow[]> {
  return (await describeWithFacts(ctx, ids)).map(({ row }) => row);
}

/** A row of a list with what it was made of. */
export interface DescribedPayment {
  row: PaymentRow;
  request: Listed;
  sums: RequestSums;
  /** The transfer that covered it; while it is not paid, the newest that counts. */
  deciding: Deciding | null;
}

/** As `describePayments`, with more of what is known, for files. */
export async function describeWithFacts(ctx: Reading, ids: readonly string[]): Promise<DescribedPayment[]> {
  if (ids.length === 0) return [];
  const [rows, links, newest, settling, sums] = await Promise.all([
    ctx.db
      .select({
        request: { ...LISTED, shownStatus: statusNow(ctx) },
        client: { clientId: clientIds.clientId, label: clientIds.label },
      })
      .from(requests)
      .leftJoin(clientIds, eq(clientIds.id, requests.clientIdId))
      .where(and(inArray(requests.id, [...ids]), ownedBy(ctx.caller, requests))),
    linksOf(ctx, ids),
    newestTransfers(ctx, ids),
    settlingTransfers(ctx, ids),
    sumsOf(ctx, ids),
  ]);
  const byId = new Map(rows.map((row) => [row.request.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    // The one that covered a paid request; of one that is not, the newest.
    const deciding = settling.get(id) ?? newest.get(id);
    const described = {
      ...describePayment(ctx, row.request, row.client, links.get(id) ?? null, deciding),
      paidWith: paidWith(row.request, sums(id).converted, deciding),
    };
    return { row: described, request: row.request, sums: sums(id), deciding: deciding ?? null };
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

/** What a request in another currency was paid with; null for others and before anything is paid. */
function paidWith(request: Listed, units: bigint, deciding: Deciding | undefined): PaymentRow["paidWith"] {
  if (!isConverted(request) || units === 0n) return null;
  const { token, inToken } = amountsOf(request);
  return { amount: inToken(units), currency: token.symbol, rate: deciding?.rate ?? null };
}

/** The transfer that a row names. */
type Deciding = Pick<typeof transfers.$inferSelect, "txHash" | "payer" | "rate" | "blockNumber" | "state">;

/** The newest transfer that counts for each of these requests, whatever else a stranger sent to it. */
async function newestTransfers(ctx: Reading, ids: readonly string[]): Promise<Map<string, Deciding>> {
  const newest = sql`select newest.id
    from json_array_elements_text(${JSON.stringify([...ids])}::text::json) as asked(id)
    cross join lateral (select ${transfers.id} from ${transfers}
      where ${transfers.requestId} = asked.id and ${isCounted(transfers)}
      order by ${transfers.blockNumber} desc, ${transfers.logIndex} desc limit 1) as newest`;
  const rows = await ctx.db
    .select({
      requestId: transfers.requestId,
      txHash: transfers.txHash,
      payer: transfers.payer,
      rate: transfers.rate,
      blockNumber: transfers.blockNumber,
      state: transfers.state,
    })
    .from(transfers)
    .where(sql`${transfers.id} in (${newest})`);
  return new Map(rows.map(({ requestId, ...transfer }) => [requestId, transfer]));
}

function describePayment(
  ctx: Reading,
  request: Listed,
  client: { clientId: string; label: string } | null,
  link: AskingLink | null,
  deciding: Deciding | undefined,
): Omit<PaymentRow, "paidWith"> {
  const { invoice, inInvoice } = amountsOf(request);
  return {
    requestId: request.requestId.slice(2),
    flow: request.kind === "payout" ? "outgoing" : "incoming",
    status: request.shownStatus,
    token: link?.token ?? null,
    securePaymentUrl: link && linkUrl(ctx, link.token),
    paymentType: link && (link.paymentType === "batch" ? "batch" : "single"),
    reference: request.reference,
    payerIdentifier: link?.payerIdentifier ?? null,
    payee: request.payee,
    payer: deciding?.payer ? walletText(request.network, deciding.payer) : request.payer,
    amount: inInvoice(link?.asked ?? request.amount),
    currency: invoice.symbol,
    currencyId: invoice.id,
    network: request.network,
    txHash: deciding?.txHash ?? null,
    createdAt: request.createdAt.toISOString(),
    paidAt: request.paidAt?.toISOString() ?? null,
    expiresAt: request.linkExpiresAt?.toISOString() ?? null,
    source: sourceOf(request, client),
  };
}

function sourceOf(request: Listed, client: { clientId: string; label: string } | null): PaymentRow["source"] {
  if (client) return { kind: "client_id", label: client.label, clientId: client.clientId };
  const kind = request.originalRequestId !== null && request.source === null ? "recurring" : request.source;
  return { kind: kind ?? "unknown", label: null, clientId: null };
}
