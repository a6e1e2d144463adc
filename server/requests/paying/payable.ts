import { and, inArray, sql } from "drizzle-orm";
import { feeLegs, requests } from "@/db/schema";
import { ownedBy } from "@/server/auth/scope";
import type { Reads } from "@/server/context";
import { type InvoiceCurrency, invoiceCurrencyOf } from "@/server/currencies/invoice-currency";
import { type Token, tokenById } from "@/server/currencies/tokens";
import { ApiError } from "@/server/errors";
import { prepared } from "@/server/lib/database/prepared";
import { isEnough } from "@/server/payments/counting/enough";
import { sumsOf } from "@/server/payments/counting/sums";
import { isRequestId } from "@/server/payments/request-id";
import type { RequestDraft, RequestRow } from "@/server/requests/draft";

type FeeLegType = (typeof feeLegs.$inferSelect)["type"];

/** A request and how much of it is still to be paid, base units of the invoice currency. */
export interface Payable {
  row: RequestRow;
  token: Token;
  /** What it is written in: the token, or what is converted into it. */
  invoice: InvoiceCurrency;
  feeLeg: { paymentReference: string; address: string; percentage: string } | null;
  /** What the fee plan of the request still has to bring its receivers, base units of the token. */
  planLegs: { type: FeeLegType; paymentReference: string; address: string; remaining: bigint }[];
  /** Sum of the transfers that count, not yet confirmed ones included. */
  paid: bigint;
  /** What is left to pay; 0 when settled, never negative (RS-15). */
  remaining: bigint;
}

/** A payment to a bank account is made by its own call alone, which binds it to one. Throws 400. */
export function refuseToFiat({ row }: Pick<Payable, "row">): void {
  if (!row.isCryptoToFiatAllowed) return;
  throw new ApiError(
    "validation_failed",
    "A crypto-to-fiat request is paid by GET /v2/request/{requestId}/pay with clientUserId and paymentDetailsId",
  );
}

/** The caller's request with this wire ID. Throws 404 for an unknown one and for one of somebody else. */
export async function findPayable(ctx: Pick<Reads, "db" | "caller">, requestId: string): Promise<Payable> {
  const payable = (await findPayables(ctx, [requestId])).get(requestId);
  if (!payable) throw new ApiError("request_not_found", "Request not found");
  return payable;
}

/** Those of these requests that exist and belong to the caller, by wire ID. */
export async function findPayables(
  ctx: Pick<Reads, "db" | "caller">,
  requestIds: readonly string[],
): Promise<Map<string, Payable>> {
  const wellFormed = requestIds.filter(isRequestId).map((id) => `0x${id}`);
  if (wellFormed.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(requests)
    .where(and(ownedBy(ctx.caller, requests), inArray(requests.requestId, wellFormed)));
  const payables = await payablesOf(ctx, rows);
  return new Map(payables.map((payable) => [payable.row.requestId.slice(2), payable]));
}

/** What is left to pay of these requests, in their order: two queries for any number. */
export async function payablesOf(ctx: Pick<Reads, "db">, rows: readonly RequestRow[]): Promise<Payable[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const [sums, legs] = await Promise.all([
    sumsOf(ctx, ids),
    legsOfRequests(ctx.db).execute({ ids: JSON.stringify(ids) }),
  ]);
  const legsOf = new Map<string, (typeof legs)[number][]>();
  for (const leg of legs) legsOf.set(leg.requestId, [...(legsOf.get(leg.requestId) ?? []), leg]);
  return rows.map((row) => payableOf(row, legsOf.get(row.id) ?? [], sums(row.id).counted));
}

const legsOfRequests = prepared((db) =>
  db
    .select()
    .from(feeLegs)
    .where(
      sql`${feeLegs.requestId} in (select json_array_elements_text(${sql.placeholder("ids")}::text::json))`,
    )
    .orderBy(feeLegs.topic1)
    .prepare("fee_legs_of_requests"),
);

/** A stored request as it was before anything of it was paid. */
export async function asUnpaid(ctx: Pick<Reads, "db">, row: RequestRow): Promise<Payable> {
  const legs = await legsOfRequests(ctx.db).execute({ ids: JSON.stringify([row.id]) });
  return payableOf(
    row,
    legs.map((leg) => ({ ...leg, paid: 0n })),
    0n,
  );
}

/** A request that is about to be stored: nothing of it is paid. */
export function unpaid(draft: RequestDraft): Payable {
  const legs = draft.feeLeg ? [draft.feeLeg, ...draft.planLegs] : draft.planLegs;
  return payableOf(
    draft.row,
    legs.map((leg) => ({ ...leg, paid: 0n })),
    0n,
  );
}

function payableOf(
  row: RequestRow,
  legs: readonly (Pick<
    typeof feeLegs.$inferSelect,
    "type" | "paymentReference" | "address" | "percentage"
  > & {
    amount: bigint | null;
    paid: bigint;
  })[],
  paid: bigint,
): Payable {
  const token = tokenById(row.paymentCurrency);
  if (!token) throw new Error(`request ${row.id} is paid in an unknown currency`);
  // What is not confirmed yet may be enough already: nobody is asked for the rest of it meanwhile.
  const isOpen = row.status !== "paid" && !isEnough(row, paid, false);
  return {
    row,
    token,
    invoice: invoiceCurrencyOf(row),
    feeLeg: legs.find((leg) => leg.type === "protocol" && leg.amount === null) ?? null,
    planLegs: legs.flatMap(({ type, amount, paid: reached, paymentReference, address }) =>
      amount !== null && amount > reached
        ? [{ type, paymentReference, address, remaining: amount - reached }]
        : [],
    ),
    paid,
    remaining: isOpen ? row.amount - paid : 0n,
  };
}
