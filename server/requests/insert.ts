import { feeLegs, requests } from "@/db/schema";
import type { Tx } from "@/server/context";
import type { AppendStatement } from "@/server/lib/database/group-commit";
import { countKeyUse, type KeyUse } from "@/server/platforms/key-bounds/count-use";
import type { PaymentRules } from "@/server/platforms/payment-rules";
import type { RequestDraft, RequestRow } from "@/server/requests/draft";

const hex = (value: string | null): string | null => (value === null ? null : value.slice(2));

/** A draft, and the rules of its account that it was made by where they were remembered. */
export interface DraftByRules extends RequestDraft {
  onlyUnder?: PaymentRules;
}

/**
 * One statement for any number of new requests without a fee plan, and their fee legs. A row whose identifiers are taken, or
 * whose account has other rules than it was made by, is left out instead of failing its neighbours.
 */
export const appendRequests: AppendStatement<DraftByRules> = {
  name: "requests",
  text: `
    with input as (
      select * from json_to_recordset($1::text::json) as x(
        ord int, id text, request_id text, platform_id text, client_id_id text, origin text, kind text,
        payee text, payer text, network text, invoice text, currency text, amount text,
        least_amount text, tolerates text, confirmations smallint, salt text,
        payment_reference text, topic1 text, customer_info jsonb, reference text, fee_percentage text,
        fee_address text, start_date timestamptz, frequency text, next_at timestamptz, occurrence int,
        original_id text, original_reference text, created_at timestamptz, source text,
        to_fiat boolean, traceparent text,
        leg_topic1 text, leg_reference text, leg_type text, leg_address text, leg_percentage text,
        by_rules boolean, rules_underpayment jsonb, rules_tiers jsonb)
      where by_rules is null or exists (
        select from platforms where platforms.id = platform_id
          and platforms.underpayment is not distinct from rules_underpayment
          and platforms.confirmation_tiers is not distinct from rules_tiers)
    ), stored as (
      insert into requests (
        id, request_id, platform_id, client_id_id, origin, kind, payee, payer, network, invoice_currency,
        payment_currency, amount, least_amount, tolerates, required_confirmations, salt, payment_reference, topic1, status, customer_info, reference,
        fee_percentage, fee_address, recurrence_start_date, recurrence_frequency, is_recurrence_stopped,
        next_occurrence_at, occurrence, original_request_id, original_request_payment_reference, created_at,
        source, is_crypto_to_fiat_allowed, traceparent)
      select id, decode(request_id, 'hex'), platform_id, client_id_id, origin, kind, payee, payer, network,
        invoice, currency, amount::numeric, least_amount::numeric, tolerates, confirmations, decode(salt, 'hex'),
        decode(payment_reference, 'hex'), decode(topic1, 'hex'), 'created', customer_info, reference, fee_percentage, fee_address, start_date,
        frequency, case when start_date is null then null else false end, next_at, occurrence,
        decode(original_id, 'hex'), decode(original_reference, 'hex'), created_at, source,
        to_fiat, traceparent
      from input
      on conflict do nothing
      returning id
    ), legs as (
      insert into fee_legs (topic1, request_id, payment_reference, type, address, percentage)
      select decode(leg_topic1, 'hex'), id, decode(leg_reference, 'hex'), leg_type, leg_address, leg_percentage
      from input join stored using (id) where leg_topic1 is not null
    )
    select ord from input join stored using (id)`,
  encode: ({ row, feeLeg, onlyUnder }) => ({
    id: row.id,
    request_id: hex(row.requestId),
    platform_id: row.platformId,
    client_id_id: row.clientIdId,
    origin: row.origin,
    kind: row.kind,
    payee: row.payee,
    payer: row.payer,
    network: row.network,
    invoice: row.invoiceCurrency,
    currency: row.paymentCurrency,
    amount: row.amount.toString(),
    least_amount: row.leastAmount?.toString() ?? null,
    tolerates: row.tolerates,
    confirmations: row.requiredConfirmations,
    salt: hex(row.salt),
    payment_reference: hex(row.paymentReference),
    topic1: hex(row.topic1),
    customer_info: row.customerInfo,
    reference: row.reference,
    fee_percentage: row.feePercentage,
    fee_address: row.feeAddress,
    start_date: row.recurrenceStartDate,
    frequency: row.recurrenceFrequency,
    next_at: row.nextOccurrenceAt,
    occurrence: row.occurrence,
    original_id: hex(row.originalRequestId),
    original_reference: hex(row.originalRequestPaymentReference),
    created_at: row.createdAt,
    source: row.source,
    to_fiat: row.isCryptoToFiatAllowed,
    traceparent: row.traceparent,
    leg_topic1: feeLeg && hex(feeLeg.topic1),
    leg_reference: feeLeg && hex(feeLeg.paymentReference),
    leg_type: feeLeg?.type,
    leg_address: feeLeg?.address,
    leg_percentage: feeLeg?.percentage,
    by_rules: onlyUnder && true,
    rules_underpayment: onlyUnder?.underpayment,
    rules_tiers: onlyUnder?.confirmationTiers,
  }),
};

/** Thrown when an identifier was taken: roll back and draw again. Practically never. */
export class IdentifierTaken extends Error {
  override readonly name = "IdentifierTaken";
}

/**
 * Stores requests inside a larger commit, and counts `use` for the limit of the caller's key, which a caller
 * with a limit has to give. Throws `IdentifierTaken` when any
 * identifier is not free, 403 beyond the limit.
 */
export async function insertRequests(
  tx: Pick<Tx, "db" | "caller" | "now">,
  drafts: readonly RequestDraft[],
  use: KeyUse | null = null,
): Promise<RequestRow[]> {
  if (drafts.length === 0) return [];
  await countKeyUse(tx, use);
  const rows = drafts.map((draft) => draft.row);
  const stored = await tx.db
    .insert(requests)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: requests.id });
  if (stored.length !== rows.length) throw new IdentifierTaken();
  const legs = drafts.flatMap(({ row, feeLeg, planLegs }) =>
    (feeLeg ? [feeLeg, ...planLegs] : planLegs).map((leg) => ({ ...leg, requestId: row.id })),
  );
  if (legs.length > 0) await tx.db.insert(feeLegs).values(legs);
  return rows;
}
