import { asc, eq, type SQL, sql } from "drizzle-orm";
import { requests, securePaymentRequests, securePayments } from "@/db/schema";
import { isNetworkId, NETWORKS, type Network } from "@/server/chains/networks";
import type { Reader, Reads } from "@/server/context";
import { ApiError } from "@/server/errors";
import { FeePlan } from "@/server/fees/plan-schema";
import { earlierNow } from "@/server/lib/database/compared-clocks";
import { prepared } from "@/server/lib/database/prepared";
import { isRecordId } from "@/server/lib/ids";
import { AccessPolicy } from "@/server/payer-access/schema";
import type { RequestRow } from "@/server/requests/draft";
import { type LinkStatus, statusAt } from "@/server/secure-payments/state";

export type LinkRow = typeof securePayments.$inferSelect;

/** A link with the requests it pays, in their order. */
export interface Link {
  row: LinkRow;
  requests: RequestRow[];
  /** What the link asks for each of them, base units of its invoice currency; a request may bring its payee less (SG-07). */
  amounts: bigint[];
  /** As a reader sees it now. */
  status: LinkStatus;
  policy: AccessPolicy;
  feePlan: FeePlan | null;
}

type Reading = Pick<Reads, "db" | "now">;

/** The link with this token, in one query; null where there is none, and for a multicall. */
export async function findLink(ctx: Reading, token: string): Promise<Link | null> {
  if (!isRecordId(token)) return null;
  const [link] = linksOf(await byToken(ctx.db).execute({ token }), earlierNow(ctx));
  return link ?? null;
}

/** Links with their requests, oldest first, in one query for any number. */
export async function linksWhere(ctx: Reading, condition: SQL | undefined): Promise<Link[]> {
  return linksOf(await partsOfLinks(ctx.db, condition), earlierNow(ctx));
}

const byToken = prepared((db) =>
  partsOfLinks(db, eq(securePayments.token, sql.placeholder("token"))).prepare("link_by_token"),
);

/** A row for each request of each link. */
function partsOfLinks(db: Reader, condition: SQL | undefined) {
  return db
    .select({ row: securePayments, request: requests, amount: securePaymentRequests.amount })
    .from(securePayments)
    .innerJoin(securePaymentRequests, eq(securePaymentRequests.securePaymentId, securePayments.id))
    .innerJoin(requests, eq(requests.id, securePaymentRequests.requestId))
    .where(condition)
    .orderBy(asc(securePayments.id), asc(securePaymentRequests.position));
}

function linksOf(parts: Awaited<ReturnType<typeof partsOfLinks>>, now: Date): Link[] {
  const links = new Map<string, Link>();
  for (const { row, request, amount } of parts) {
    const link = links.get(row.id) ?? linkOf(row, now);
    link.requests.push(request);
    link.amounts.push(amount);
    links.set(row.id, link);
  }
  return [...links.values()];
}

export function linkNotFound(): ApiError {
  return new ApiError("secure_payment_not_found", "Secure payment not found");
}

/** The network a link is paid on. */
export function networkOf({ row }: Pick<Link, "row">): Network {
  if (row.network === null || !isNetworkId(row.network)) {
    throw new Error(`link ${row.id} is on no network`);
  }
  return NETWORKS[row.network];
}

/** A stored link without its requests. */
export function linkOf(row: LinkRow, now: Date): Link {
  return {
    row,
    requests: [],
    amounts: [],
    status: statusAt(row, now),
    policy: AccessPolicy.parse(row.accessPolicy),
    feePlan: FeePlan.nullable().parse(row.feePlan),
  };
}
