import { and, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { payeeStart } from "@/db/keys";
import { clientIds, requests, securePaymentRequests, securePayments } from "@/db/schema";
import { ownedBy, ownedByKey, refuseBrowserClient } from "@/server/auth/scope";
import { checksumEvmAddress, parseAddress } from "@/server/chains/address";
import type { Caller, Ctx } from "@/server/context";
import { invalidField } from "@/server/errors";
import { earlierNow } from "@/server/lib/database/compared-clocks";
import { pagingOf } from "@/server/lib/paging";
import type { RankedList } from "@/server/lib/ranked-list/list";
import { readPage } from "@/server/lib/ranked-list/page";
import { settlingTransfers } from "@/server/payments/counting/covering";
import { amountsOf } from "@/server/payments/valuing/described";
import type { ListRequestsQuery, RequestListItem, RequestsListed } from "@/server/requests/read-schema";

/**
 * The caller's requests, incoming and outgoing, newest first (RQ-09, RQ-10). `walletAddress` limits them to
 * one payee; `securePaymentFlow` to requests with a secure payment. Throws 400 for a malformed wallet, 403
 * for a browser client ID.
 */
export async function listRequests(ctx: Ctx, query: ListRequestsQuery): Promise<RequestsListed> {
  refuseBrowserClient(ctx.caller);
  const paging = pagingOf(query);
  const payee = query.walletAddress === undefined ? null : payeeOf(query.walletAddress);
  const list = requestList(ctx.caller, payee, query.securePaymentFlow ?? null);
  const { total, ids } = await readPage(ctx, list, paging);
  return { requests: await describeAll(ctx, ids), pagination: { total, ...paging } };
}

type Flow = NonNullable<ListRequestsQuery["securePaymentFlow"]>;

/** What the links of a flow ask for. */
const KIND_OF_FLOW = { incoming: "request", outgoing: "payout" } as const;

/** A payee in its stored form: EVM in any letter case, Tron exactly (FM-09). */
function payeeOf(text: string): string {
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return checksumEvmAddress(text);
  const tron = parseAddress("tron", text);
  if (!tron.ok) throw invalidField("walletAddress", "walletAddress must be an EVM or Tron address");
  return tron.address;
}

function requestList(caller: Caller, payee: string | null, flow: Flow | null): RankedList {
  const isPayee = payee === null ? null : eq(requests.payee, payee);
  const byPayee = payee && sql`${payeeStart(requests)} = ${payee.toLowerCase()}`;
  // A request has its link from the start or never gets one, so nothing joins or leaves the list later.
  const hasLink = flow && and(isNotNull(requests.linkExpiresAt), eq(requests.kind, KIND_OF_FLOW[flow]));
  const name = ["requests", caller.platformId, caller.clientId?.id ?? null, payee];
  return {
    platformId: caller.platformId,
    name: JSON.stringify(flow ? [...name, flow] : name),
    table: requests,
    scope: sql`${ownedByKey(caller, requests)}`,
    filter: and(isPayee ?? undefined, hasLink ?? undefined) ?? null,
    time: null,
    id: requests.id,
    lookups: isPayee && {
      conditions: [sql`${ownedByKey(caller, requests)} and ${byPayee} and ${isPayee}`],
      areAlwaysFew: false,
    },
  };
}

/**
 * The status of the link that asks for a request, as a reader sees it at this moment (SL-02, D-24): of several the
 * newest, because a link that was merged into another asks for nothing any more. Null without a link.
 */
function linkStatus(now: Date): SQL<string | null> {
  const { status, expiresAt } = securePayments;
  const isOver = sql`${status} = 'pending' and ${expiresAt} <= ${now.toISOString()}::timestamptz`;
  return sql`(select case when ${isOver} then 'expired' else ${status} end
    from ${securePaymentRequests} join ${securePayments}
      on ${securePayments.id} = ${securePaymentRequests.securePaymentId}
    where ${securePaymentRequests.requestId} = ${requests.id}
    order by ${securePayments.id} desc limit 1)`;
}

async function describeAll(ctx: Ctx, ids: string[]): Promise<RequestListItem[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .select({
      request: requests,
      clientId: clientIds.clientId,
      securePaymentStatus: linkStatus(earlierNow(ctx)),
    })
    .from(requests)
    .leftJoin(clientIds, eq(clientIds.id, requests.clientIdId))
    .where(and(inArray(requests.id, ids), ownedBy(ctx.caller, requests)));
  const paid = rows.flatMap(({ request }) => (request.status === "paid" ? request.id : []));
  const settling = await settlingTransfers(ctx, paid);
  const byId = new Map(rows.map((row) => [row.request.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const { request, clientId, securePaymentStatus } = row;
    return {
      requestId: request.requestId.slice(2),
      paymentReference: request.paymentReference,
      amount: amountsOf(request).inInvoice(request.amount),
      invoiceCurrency: request.invoiceCurrency,
      paymentCurrency: request.paymentCurrency,
      hasBeenPaid: request.status === "paid",
      status: request.status,
      securePaymentStatus,
      reference: request.reference,
      createdAt: request.createdAt.toISOString(),
      txHash: settling.get(id)?.txHash ?? null,
      payee: request.payee || null,
      payer: request.payer,
      clientId,
    };
  });
}
