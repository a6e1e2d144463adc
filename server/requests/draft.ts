import type { requests } from "@/db/schema";
import { referenceTopic } from "@/server/chains/reference-topic";
import type { Caller, CredentialKind, Ctx } from "@/server/context";
import type { InvoiceCurrency } from "@/server/currencies/invoice-currency";
import type { Token } from "@/server/currencies/tokens";
import { invalidField } from "@/server/errors";
import type { PlannedFee } from "@/server/fees/plan-for";
import { protocolPercentage, protocolReceiver } from "@/server/fees/protocol-fee";
import { AmountError, decimalsIn, parseAmount } from "@/server/lib/amount";
import { newId, type RandomBytes } from "@/server/lib/ids";
import { traceparentOf } from "@/server/lib/tracing/traceparent";
import { newRequestId } from "@/server/payments/request-id";
import { paymentReference } from "@/server/requests/payment-reference";
import type { CustomerInfo, Frequency } from "@/server/requests/schema";

export type RequestRow = typeof requests.$inferSelect;

/** A fee receiver of its own, with the reference its transfer will carry. */
export interface FeeLegDraft {
  topic1: string;
  paymentReference: string;
  type: "protocol" | "orchestrator";
  address: string;
  percentage: string;
  /** What a fee plan says must reach it, base units; null where the percentage of each payment decides. */
  amount: bigint | null;
  /** Who bears it, by the fee plan; null for a fee on top of the payment. */
  bearer: "payer" | "payee" | null;
}

/** A request before it is stored, and the fee legs stored with it. */
export interface RequestDraft {
  row: RequestRow;
  feeLeg: FeeLegDraft | null;
  /** Those of its fee plan, in the order of the plan; then `feeLeg` is null. */
  planLegs: FeeLegDraft[];
}

/** What is enough for a request, base units of its invoice currency, and of which payments. */
export interface Tolerance {
  leastAmount: bigint;
  tolerates: "deposits" | "all";
}

/** What a request is named by. Drawn before it is approved, so that exactly its reference is approved. */
export interface Drawn {
  /** `0x…` hex as in storage. */
  requestId: string;
  salt: string;
}

/** What a verb has validated: addresses in stored form, amount in base units of `invoice`. */
export interface RequestFacts {
  kind: "request" | "payout";
  token: Token;
  /** What it is written in; absent for the token itself. */
  invoice?: InvoiceCurrency;
  payee: string;
  payer: string | null;
  amount: bigint;
  /** What of an underpayment is tolerated; absent for nothing. */
  tolerance?: Tolerance | null;
  /** How deep payments have to be, see `requiredConfirmations`; absent for as deep as its network asks for. */
  requiredConfirmations?: number | null;
  customerInfo?: CustomerInfo;
  reference?: string;
  /** Goes to a bank account; then `payee` is empty until the provider has named its deposit address. */
  isCryptoToFiatAllowed?: boolean;
  fee?: { percentage: string; address: string } | null;
  /** The fees of its plan, which then say all that is charged; absent for a request without a plan. */
  plan?: readonly Pick<PlannedFee, "type" | "address" | "amount" | "bearer">[] | null;
  recurrence?: { startDate: Date; frequency: Frequency; nextOccurrenceAt: Date } | null;
  original?: { requestId: string; paymentReference: string | null; occurrence: number } | null;
  /** Identifiers that were drawn before; absent for new ones. */
  drawn?: Drawn | undefined;
}

/** What a request keeps of who created it. */
export interface Creator extends Pick<Caller, "kind" | "platformId" | "origin"> {
  clientId: Pick<NonNullable<Caller["clientId"]>, "id"> | null;
}

/** Draws identifiers for a new request of the caller. Draw again when storing says that one was taken. */
export function draftRequest(
  ctx: Pick<Ctx, "config" | "now" | "tracing"> & { caller: Creator },
  facts: RequestFacts,
  random?: RandomBytes,
): RequestDraft {
  const now = ctx.now();
  const { requestId, salt } = facts.drawn ?? draw(random);
  const reference = paymentReference(requestId, salt, facts.payee);
  const { token } = facts;
  const row: RequestRow = {
    id: newId(now),
    requestId,
    platformId: ctx.caller.platformId,
    clientIdId: ctx.caller.clientId?.id ?? null,
    origin: ctx.caller.clientId ? ctx.caller.origin : null,
    kind: facts.kind,
    payee: facts.payee,
    payer: facts.payer,
    network: token.network,
    invoiceCurrency: facts.invoice?.id ?? token.id,
    paymentCurrency: token.id,
    amount: facts.amount,
    leastAmount: facts.tolerance?.leastAmount ?? null,
    tolerates: facts.tolerance?.tolerates ?? null,
    requiredConfirmations: facts.requiredConfirmations ?? null,
    salt,
    paymentReference: reference,
    topic1: referenceTopic(reference),
    status: "created",
    settlementRound: 0,
    isListening: false,
    note: null,
    detectionSource: null,
    payerEoaAddress: null,
    customerInfo: facts.customerInfo ?? null,
    reference: facts.reference ?? null,
    feePercentage: facts.fee?.percentage ?? null,
    feeAddress: facts.fee?.address ?? null,
    isCryptoToFiatAllowed: facts.isCryptoToFiatAllowed ?? false,
    offrampStatus: null,
    recurrenceStartDate: facts.recurrence?.startDate ?? null,
    recurrenceFrequency: facts.recurrence?.frequency ?? null,
    isRecurrenceStopped: facts.recurrence ? false : null,
    nextOccurrenceAt: facts.recurrence?.nextOccurrenceAt ?? null,
    occurrence: facts.original?.occurrence ?? null,
    originalRequestId: facts.original?.requestId ?? null,
    originalRequestPaymentReference: facts.original?.paymentReference ?? null,
    createdAt: now,
    source: ctx.caller.clientId ? null : sourceOf(ctx.caller.kind),
    paidAt: null,
    linkExpiresAt: null,
    linkEnd: null,
    traceparent: traceparentOf(ctx.tracing),
  };
  const planLegs = (facts.plan ?? []).map((leg, index) => planLegDraft(row, leg, index));
  return { row, feeLeg: facts.plan ? null : protocolFeeLeg(ctx, row), planLegs };
}

function draw(random?: RandomBytes): Drawn {
  return { requestId: newRequestId(random), salt: `0x${newRequestId(random).slice(4, 20)}` };
}

/** Who made a request where no client ID did. */
export function sourceOf(kind: CredentialKind): RequestRow["source"] {
  if (kind === "session") return "manual";
  return kind === "apiKey" ? "api" : null;
}

function planLegDraft(
  row: RequestRow,
  { type, address, amount, bearer }: Pick<PlannedFee, "type" | "address" | "amount" | "bearer">,
  index: number,
): FeeLegDraft {
  const reference = planLegReference(row, index);
  return {
    topic1: referenceTopic(reference),
    paymentReference: reference,
    type,
    address,
    percentage: "0",
    amount,
    bearer,
  };
}

/** The reference of the fee at this position of a request's plan. */
export function planLegReference(row: Pick<RequestRow, "requestId" | "salt">, index: number): string {
  return paymentReference(row.requestId, row.salt, `plan-fee-${index}`);
}

/** The protocol fee goes to its own receiver under its own reference; rate and receiver are a snapshot. */
function protocolFeeLeg(ctx: Pick<Ctx, "config">, row: RequestRow): FeeLegDraft | null {
  const { bps } = ctx.config.protocolFee;
  const address = protocolReceiver(ctx.config, row.network);
  if (bps === 0 || !address) return null;
  const reference = paymentReference(row.requestId, row.salt, `${address}protocol`);
  return {
    topic1: referenceTopic(reference),
    paymentReference: reference,
    type: "protocol",
    address,
    amount: null,
    bearer: null,
    percentage: protocolPercentage(bps),
  };
}

/** Base units of an amount that somebody asks for: not finer than the currency is written. Throws as `amountOf`. */
export function invoicedAmount(field: string, text: string, currency: InvoiceCurrency | undefined): bigint {
  const { decimals = decimalsIn(text), shownDecimals = decimals } = currency ?? {};
  amountOf(field, text, { decimals: shownDecimals });
  return amountOf(field, text, { decimals });
}

/**
 * Base units of `text` in a currency. Throws 400 naming the field; never rounds. Without a currency any precision will
 * do.
 */
export function amountOf(field: string, text: string, currency: { decimals: number } | undefined): bigint {
  try {
    return parseAmount(text, currency?.decimals ?? decimalsIn(text));
  } catch (error) {
    if (error instanceof AmountError) throw invalidField(field, `${field}: ${error.message}`);
    throw error;
  }
}
