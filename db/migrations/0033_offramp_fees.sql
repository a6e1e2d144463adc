ALTER TABLE "offramps" ADD COLUMN "fee_amount" numeric(78,0);--> statement-breakpoint
-- What a provider keeps of a payment to a bank account is an expense (docs/decisions/books.md).
CREATE OR REPLACE FUNCTION ledger_bank_lines(ids text[])
 RETURNS SETOF ledger_line
 LANGUAGE sql
 STABLE
AS $$
  SELECT o.id, l.part, r.platform_id, 'bank', l.debit, l.credit, NULL::bytea, l.credit_wallet, r.network,
    CASE WHEN l.is_fiat THEN o.destination_currency ELSE r.payment_currency END, l.amount,
    r.id, NULL::bytea, NULL::smallint, NULL::integer, NULL::bigint,
    coalesce((SELECT max(at) FROM offramp_moves m WHERE m.offramp_id = o.id AND m.status = o.status), o.changed_at)
  FROM offramps o JOIN requests r ON r.id = o.request_id JOIN request_sums s ON s.request_id = r.id
  CROSS JOIN LATERAL (SELECT CASE WHEN s.converted > 0 THEN s.converted ELSE s.settled END AS arrived) AS came
  -- A provider that says it kept more than arrived has kept all of it.
  CROSS JOIN LATERAL (SELECT least(coalesce(o.fee_amount, 0), came.arrived) AS kept) AS fees
  CROSS JOIN LATERAL (VALUES
    ('converted_from', o.status = 'fiat_sent', 'conversion', 'bank_transit', o.deposit_address, came.arrived - fees.kept, false),
    ('fee', o.status = 'fiat_sent', 'fees', 'bank_transit', o.deposit_address, fees.kept, false),
    -- Fiat has 8 decimals in all amounts that are not text.
    ('converted_to', o.status = 'fiat_sent', 'bank', 'conversion', NULL, trunc(o.destination_amount::numeric * 100000000), true),
    ('returned', o.status = 'refunded', 'refunds', 'bank_transit', o.deposit_address, came.arrived, false)
  ) AS l (part, is_due, debit, credit, credit_wallet, amount, is_fiat)
  WHERE o.request_id = ANY (ids) AND r.kind = 'request' AND o.replaced_at IS NULL AND l.is_due AND l.amount > 0
$$;
