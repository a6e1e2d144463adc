-- The same entries, found without going through all rows for each row: what many payments of one commit cost.
CREATE OR REPLACE FUNCTION ledger_payment_lines(ids text[])
 RETURNS SETOF ledger_line
 LANGUAGE sql
 STABLE
AS $$
  SELECT t.id, l.part, t.platform_id, 'payment', l.debit, l.credit, l.debit_wallet, l.credit_wallet, t.network,
    CASE WHEN l.is_credited THEN r.invoice_currency
      WHEN t.mismatch IN ('token_mismatch', 'recipient_mismatch') THEN t.network || '/' || coalesce('0x' || encode(t.token, 'hex'), 'native')
      ELSE r.payment_currency END,
    l.amount, t.request_id, t.tx_hash, t."position", t.log_index, t.block_number, t.block_time
  -- Joined: where a small table is read whole, ANY compares each of its rows with each ID.
  FROM unnest(ids) AS changed (id) JOIN transfers t ON t.id = changed.id JOIN requests r ON r.id = t.request_id
  CROSS JOIN LATERAL (VALUES
    ('principal', r.kind = 'request' AND t.mismatch IS DISTINCT FROM 'recipient_mismatch',
      CASE WHEN t.deposit_address IS NOT NULL THEN 'deposit_address' WHEN r.is_crypto_to_fiat_allowed THEN 'bank_transit' ELSE 'wallet' END,
      'receipts', coalesce(t.deposit_address, t.recipient), NULL::bytea, t.amount, false),
    ('surplus', r.kind = 'request' AND t.mismatch IS DISTINCT FROM 'recipient_mismatch' AND t.deposit_address IS NULL,
      CASE WHEN r.is_crypto_to_fiat_allowed THEN 'bank_transit' ELSE 'wallet' END, 'unallocated_receipts', t.recipient, NULL, t.received - t.amount, false),
    ('hold', r.kind = 'request' AND t.mismatch IN ('payer_not_approved', 'unvalued'), 'receipts', 'held_receipts', NULL, NULL, t.amount, false),
    ('unallocated', r.kind = 'request' AND t.mismatch IN ('token_mismatch', 'conversion_mismatch', 'payer_rejected', 'zero_amount'),
      'receipts', 'unallocated_receipts', NULL, NULL, t.amount, false),
    ('converted_from', r.kind = 'request' AND t.mismatch IS NULL AND t.credited IS NOT NULL, 'receipts', 'conversion', NULL, NULL, t.amount, false),
    ('converted_to', r.kind = 'request' AND t.mismatch IS NULL, 'conversion', 'receipts', NULL, NULL, t.credited, true),
    ('fee', r.kind = 'request' AND t.mismatch IS NULL AND t.deposit_address IS NULL, 'payer_fees', 'payer_fees_charged', NULL, NULL, t.fee_amount, false),
    ('fee', r.kind = 'request' AND t.mismatch IS DISTINCT FROM 'recipient_mismatch' AND t.deposit_address IS NOT NULL, 'deposit_address', 'fees_payable', t.deposit_address, NULL, t.arrived - t.amount, false),
    ('principal', r.kind = 'payout' AND t.mismatch IS NULL, 'payouts', 'wallet', NULL, CASE WHEN t.type <> 'crosschain' THEN t.payer END, t.amount, false),
    ('fee', r.kind = 'payout' AND t.mismatch IS NULL, 'fees', 'wallet', NULL, CASE WHEN t.type <> 'crosschain' THEN t.payer END, t.fee_amount, false),
    ('converted_from', r.kind = 'payout' AND t.mismatch IS NULL AND t.credited IS NOT NULL, 'conversion', 'payouts', NULL, NULL, t.amount, false),
    ('converted_to', r.kind = 'payout' AND t.mismatch IS NULL, 'payouts', 'conversion', NULL, NULL, t.credited, true)
  ) AS l (part, is_due, debit, credit, debit_wallet, credit_wallet, amount, is_credited)
  WHERE t.state IN ('confirmed', 'final') AND l.is_due AND l.amount > 0
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION ledger_difference_lines(ids text[])
 RETURNS SETOF ledger_line
 LANGUAGE sql
 STABLE
AS $$
  SELECT r.id, l.part, r.platform_id, 'difference', l.debit, l.credit, NULL::bytea, NULL::bytea, r.network, r.invoice_currency, l.amount,
    r.id, NULL::bytea, NULL::smallint, NULL::integer, NULL::bigint, r.paid_at
  FROM unnest(ids) AS changed (id) JOIN requests r ON r.id = changed.id JOIN request_sums s ON s.request_id = r.id
  CROSS JOIN LATERAL (VALUES
    ('tolerance', 'tolerance', 'receipts', r.amount - s.settled),
    ('overpayment', 'receipts', 'overpayments', s.settled - r.amount)
  ) AS l (part, debit, credit, amount)
  WHERE r.kind = 'request' AND r.status IN ('paid', 'refunded') AND r.paid_at IS NOT NULL AND l.amount > 0
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION post_ledger_lines(changed text[], due ledger_line[], is_backfill boolean)
 RETURNS void
 LANGUAGE sql
AS $$
  -- A period is closed under the same lock, exclusively: what is entered is in it, or knows that it is closed.
  SELECT pg_advisory_xact_lock_shared(7318403);
  INSERT INTO ledger_entries (source, part, turn, reverses, platform_id, origin, debit, credit, debit_wallet, credit_wallet, network,
    currency, amount, request_id, tx_hash, "position", log_index, block_number, occurred_at, booked_at, is_backfilled)
  WITH last AS (
    SELECT DISTINCT ON (e.source, e.part) e.* FROM unnest(changed) AS c (source) JOIN ledger_entries e ON e.source = c.source
    ORDER BY e.source, e.part, e.turn DESC
  ), due_lines AS (
    SELECT * FROM unnest(due)
  ), compared AS (
    SELECT last AS old, d AS new,
      (d.debit, d.credit, d.debit_wallet, d.credit_wallet, d.currency, d.amount, d.block_number, d.occurred_at)
        IS NOT DISTINCT FROM (last.debit, last.credit, last.debit_wallet, last.credit_wallet, last.currency, last.amount, last.block_number, last.occurred_at)
        AND last.reverses IS NULL AS is_same
    FROM last FULL JOIN due_lines d ON d.source = last.source AND d.part = last.part
  )
  SELECT (old).source, (old).part, (old).turn + 1, (old).turn, (old).platform_id, (old).origin, (old).credit, (old).debit, (old).credit_wallet,
    (old).debit_wallet, (old).network, (old).currency, (old).amount, (old).request_id, (old).tx_hash, (old)."position", (old).log_index,
    (old).block_number, (old).occurred_at, ledger_booked_at((old).platform_id, (old).booked_at), is_backfill
  FROM compared WHERE NOT is_same AND (old).source IS NOT NULL AND (old).reverses IS NULL
  UNION ALL
  SELECT (new).source, (new).part, CASE WHEN (old).source IS NULL THEN 1 WHEN (old).reverses IS NULL THEN (old).turn + 2 ELSE (old).turn + 1 END,
    NULL, (new).platform_id, (new).origin, (new).debit, (new).credit, (new).debit_wallet, (new).credit_wallet, (new).network, (new).currency,
    (new).amount, (new).request_id, (new).tx_hash, (new)."position", (new).log_index, (new).block_number, (new).occurred_at, ledger_booked_at((new).platform_id, (new).occurred_at), is_backfill
  FROM compared WHERE NOT is_same AND (new).source IS NOT NULL
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION journal_payments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
DECLARE
  ids text[];
  hashes bytea[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    ids := ARRAY(SELECT id FROM new_rows WHERE state IN ('confirmed', 'final'));
    IF cardinality(ids) = 0 THEN RETURN NULL; END IF;
    PERFORM pg_advisory_xact_lock_shared(7318403);
    -- A row that was lost and is recorded again has its ID of before, and its entries are there.
    IF EXISTS (SELECT FROM unnest(ids) AS n (id) JOIN ledger_entries e ON e.source = n.id) THEN
      PERFORM post_ledger_payments(ids, false);
      RETURN NULL;
    END IF;
    -- Nothing was entered of a new row, and nothing has to be compared.
    INSERT INTO ledger_entries (source, part, turn, platform_id, origin, debit, credit, debit_wallet, credit_wallet, network,
      currency, amount, request_id, tx_hash, "position", log_index, block_number, occurred_at, booked_at)
    SELECT source, part, 1, platform_id, origin, debit, credit, debit_wallet, credit_wallet, network,
      currency, amount, request_id, tx_hash, "position", log_index, block_number, occurred_at, greatest(occurred_at, ended.up_to)
    FROM ledger_payment_lines(ids) AS l
    -- What `ledger_booked_at` says, without a call for each row.
    CROSS JOIN LATERAL (SELECT max(p.ends_at) AS up_to FROM ledger_periods p WHERE p.platform_id = l.platform_id) AS ended;
    RETURN NULL;
  END IF;
  -- Each row is in both tables, so this is the inner join. PostgreSQL keeps the plan of the first call, which may have had one
  -- row; a full join is never made by nested loops, which compare all pairs of rows.
  SELECT array_agg(n.id), array_agg(DISTINCT n.tx_hash) INTO ids, hashes FROM new_rows n FULL JOIN old_rows o ON o.id = n.id
  WHERE (n.state IN ('confirmed', 'final') OR o.state IN ('confirmed', 'final'))
    AND (n.state IN ('confirmed', 'final'), n.mismatch, n.amount, n.credited, n.received, n.fee_amount, n.arrived, n.recipient, n.payer, n.token,
      n.type, n.deposit_address, n.request_id, n.block_number, n.block_time)
    IS DISTINCT FROM (o.state IN ('confirmed', 'final'), o.mismatch, o.amount, o.credited, o.received, o.fee_amount, o.arrived, o.recipient, o.payer, o.token,
      o.type, o.deposit_address, o.request_id, o.block_number, o.block_time);
  IF ids IS NULL THEN RETURN NULL; END IF;
  PERFORM post_ledger_payments(ids, false);
  hashes := ARRAY(SELECT DISTINCT tx_hash FROM fee_transfers WHERE tx_hash = ANY (hashes));
  IF cardinality(hashes) > 0 THEN PERFORM post_ledger_fees('{}', hashes, false); END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION journal_requests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
DECLARE
  ids text[];
BEGIN
  -- A full join, as in `journal_payments`.
  ids := ARRAY(
    SELECT n.id FROM new_rows n FULL JOIN old_rows o ON o.id = n.id
    WHERE (n.status, n.paid_at) IS DISTINCT FROM (o.status, o.paid_at)
      AND (n.status IN ('paid', 'refunded') OR o.status IN ('paid', 'refunded')));
  IF cardinality(ids) = 0 THEN RETURN NULL; END IF;
  ids := ARRAY(
    SELECT r.id FROM unnest(ids) AS changed (id) JOIN requests r ON r.id = changed.id JOIN request_sums s ON s.request_id = r.id
    WHERE r.kind = 'request' AND s.settled <> r.amount);
  IF cardinality(ids) > 0 THEN PERFORM post_ledger_differences(ids, false); END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION journal_sums()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
DECLARE
  ids text[];
  banks text[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    ids := ARRAY(SELECT n.request_id FROM new_rows n JOIN requests r ON r.id = n.request_id
      WHERE r.kind = 'request' AND r.status IN ('paid', 'refunded') AND n.settled <> r.amount);
  ELSE
    -- A full join, as in `journal_payments`.
    ids := ARRAY(
      SELECT n.request_id FROM new_rows n FULL JOIN old_rows o ON o.request_id = n.request_id
      WHERE (n.settled, n.converted) IS DISTINCT FROM (o.settled, o.converted));
    IF cardinality(ids) = 0 THEN RETURN NULL; END IF;
    SELECT array_agg(r.id) FILTER (WHERE r.status IN ('paid', 'refunded')), array_agg(r.id) FILTER (WHERE r.is_crypto_to_fiat_allowed)
    INTO ids, banks FROM unnest(ids) AS changed (id) JOIN requests r ON r.id = changed.id WHERE r.kind = 'request';
  END IF;
  IF cardinality(ids) > 0 THEN PERFORM post_ledger_differences(ids, false); END IF;
  IF cardinality(banks) > 0 THEN PERFORM post_ledger_banks(banks, false); END IF;
  RETURN NULL;
END
$$;
