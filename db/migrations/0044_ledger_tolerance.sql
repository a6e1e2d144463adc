-- What is missing is let off only within what the request lets off. A request says that it is paid until its payments
-- are settled again, so one that a reorganisation took back was entered as let off and taken back in the same commit.
CREATE OR REPLACE FUNCTION ledger_difference_lines(ids text[])
 RETURNS SETOF ledger_line
 LANGUAGE sql
 STABLE
AS $$
  SELECT r.id, l.part, r.platform_id, 'difference', l.debit, l.credit, NULL::bytea, NULL::bytea, r.network, r.invoice_currency, l.amount,
    r.id, NULL::bytea, NULL::smallint, NULL::integer, NULL::bigint, r.paid_at
  FROM unnest(ids) AS changed (id) JOIN requests r ON r.id = changed.id JOIN request_sums s ON s.request_id = r.id
  CROSS JOIN LATERAL (VALUES
    ('tolerance', r.least_amount IS NOT NULL AND s.settled >= r.least_amount, 'tolerance', 'receipts', r.amount - s.settled),
    ('overpayment', true, 'receipts', 'overpayments', s.settled - r.amount)
  ) AS l (part, is_due, debit, credit, amount)
  WHERE l.is_due AND r.kind = 'request' AND r.status IN ('paid', 'refunded') AND r.paid_at IS NOT NULL AND l.amount > 0
$$;
