CREATE TABLE "ledger_backfills" (
	"origin" text PRIMARY KEY NOT NULL,
	"after" text NOT NULL,
	"done_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"source" text NOT NULL,
	"part" text NOT NULL,
	"turn" smallint NOT NULL,
	"reverses" smallint,
	"platform_id" text NOT NULL,
	"origin" text NOT NULL,
	"debit" text NOT NULL,
	"credit" text NOT NULL,
	"debit_wallet" "bytea",
	"credit_wallet" "bytea",
	"network" text NOT NULL,
	"currency" text NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"request_id" text NOT NULL,
	"tx_hash" "bytea",
	"position" smallint,
	"log_index" integer,
	"block_number" bigint,
	"occurred_at" timestamp(3) with time zone NOT NULL,
	"booked_at" timestamp(3) with time zone NOT NULL,
	"recorded_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"is_backfilled" boolean DEFAULT false NOT NULL,
	CONSTRAINT "ledger_entries_source_part_turn_pk" PRIMARY KEY("source","part","turn"),
	CONSTRAINT "ledger_entries_amount" CHECK ("ledger_entries"."amount" > 0),
	CONSTRAINT "ledger_entries_accounts" CHECK ("ledger_entries"."debit" <> "ledger_entries"."credit" or "ledger_entries"."debit_wallet" is distinct from "ledger_entries"."credit_wallet")
);
--> statement-breakpoint
ALTER TABLE "deposit_collections" ADD COLUMN "fee_amount" numeric(78,0);--> statement-breakpoint
ALTER TABLE "deposit_collections" ADD COLUMN "topic1" "bytea";--> statement-breakpoint
ALTER TABLE "refund_transfers" ADD COLUMN "sender" "bytea";--> statement-breakpoint
ALTER TABLE "fee_legs" ADD COLUMN "bearer" text;--> statement-breakpoint
CREATE INDEX "ledger_entries_booked" ON "ledger_entries" USING btree (hashtextextended("platform_id", 0),"booked_at","source","part","turn");--> statement-breakpoint
-- What drizzle-kit does not know: how the journal follows from what is recorded (docs/decisions/books.md).
CREATE TYPE ledger_line AS (source text, part text, platform_id text, origin text, debit text, credit text, debit_wallet bytea, credit_wallet bytea, network text, currency text, amount numeric, request_id text, tx_hash bytea, "position" smallint, log_index integer, block_number bigint, occurred_at timestamp(3) with time zone);
--> statement-breakpoint
CREATE FUNCTION refuse_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'ledger_entries is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE FUNCTION ledger_source(kind text, network text, tx_hash bytea, "position" smallint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $$
  SELECT md5(kind || '/' || network || '/' || encode(tx_hash, 'hex') || '/' || "position")
$$;
--> statement-breakpoint
CREATE FUNCTION ledger_payment_lines(ids text[])
 RETURNS SETOF ledger_line
 LANGUAGE sql
 STABLE
AS $$
  SELECT t.id, l.part, t.platform_id, 'payment', l.debit, l.credit, l.debit_wallet, l.credit_wallet, t.network,
    CASE WHEN l.is_credited THEN r.invoice_currency
      WHEN t.mismatch IN ('token_mismatch', 'recipient_mismatch') THEN t.network || '/' || coalesce('0x' || encode(t.token, 'hex'), 'native')
      ELSE r.payment_currency END,
    l.amount, t.request_id, t.tx_hash, t."position", t.log_index, t.block_number, t.block_time
  FROM transfers t JOIN requests r ON r.id = t.request_id
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
  WHERE t.id = ANY (ids) AND t.state IN ('confirmed', 'final') AND l.is_due AND l.amount > 0
$$;
--> statement-breakpoint
CREATE FUNCTION ledger_fee_lines(hashes bytea[])
 RETURNS SETOF ledger_line
 LANGUAGE sql
 STABLE
AS $$
  SELECT ledger_source('fee', f.network, f.tx_hash, f."position"), 'fee', r.platform_id, 'fee',
    CASE WHEN r.kind = 'payout' AND leg.bearer = 'payee' THEN 'payouts' WHEN r.kind = 'payout' OR leg.bearer = 'payee' THEN 'fees' ELSE 'payer_fees' END,
    CASE WHEN r.kind = 'payout' THEN 'wallet' WHEN leg.bearer = 'payee' THEN 'receipts' ELSE 'payer_fees_charged' END,
    NULL::bytea, CASE WHEN r.kind = 'payout' AND t.type <> 'crosschain' THEN t.payer END,
    f.network, r.payment_currency, f.amount, r.id, f.tx_hash, f."position", NULL::integer, f.block_number, t.block_time
  FROM fee_transfers f JOIN fee_legs leg ON leg.topic1 = f.topic1 JOIN requests r ON r.id = leg.request_id
  CROSS JOIN LATERAL (
    SELECT payer, type, block_time FROM transfers
    WHERE tx_hash = f.tx_hash AND network = f.network AND request_id = leg.request_id
      AND mismatch IS NULL AND state IN ('confirmed', 'final') ORDER BY "position" LIMIT 1
  ) AS t
  WHERE f.tx_hash = ANY (hashes) AND f.amount > 0
    -- Of a plain transfer the fee of a payer is in what arrived at the deposit address.
    AND (f."position" >= 0 OR leg.bearer = 'payee' OR r.kind = 'payout')
$$;
--> statement-breakpoint
CREATE FUNCTION ledger_refund_lines(hashes bytea[])
 RETURNS SETOF ledger_line
 LANGUAGE sql
 STABLE
AS $$
  SELECT ledger_source('refund', t.network, t.tx_hash, t."position"), 'refund', r.platform_id, 'refund', 'refunds', 'wallet',
    NULL::bytea, t.sender, t.network, refunds.currency, t.amount, r.id, t.tx_hash, t."position", NULL::integer, t.block_number, t.block_time
  FROM refund_transfers t JOIN refunds ON refunds.id = t.refund_id JOIN requests r ON r.id = refunds.request_id
  WHERE t.tx_hash = ANY (hashes) AND t.is_confirmed AND t.amount > 0
$$;
--> statement-breakpoint
CREATE FUNCTION ledger_collection_lines(hashes bytea[])
 RETURNS SETOF ledger_line
 LANGUAGE sql
 STABLE
AS $$
  SELECT ledger_source('collection', c.network, c.tx_hash, c."position"), l.part, r.platform_id, 'collection', l.debit, 'deposit_address',
    l.debit_wallet, c.address, c.network, r.payment_currency, l.amount, r.id, c.tx_hash, c."position", NULL::integer, c.block_number, c.block_time
  FROM deposit_collections c JOIN deposit_addresses a ON a.network = c.network AND a.address = c.address
  JOIN requests r ON r.id = a.request_id
  CROSS JOIN LATERAL (VALUES
    ('principal', c.topic1 = r.topic1, 'wallet', a.payee, c.amount - c.fee_amount),
    ('fee', c.topic1 = r.topic1, 'fees_payable', NULL, c.fee_amount),
    ('fee', c.topic1 <> r.topic1, 'fees_payable', NULL, c.amount),
    ('unsplit', c.topic1 IS NULL, 'collected_unsplit', NULL, c.amount)
  ) AS l (part, is_due, debit, debit_wallet, amount)
  WHERE c.tx_hash = ANY (hashes) AND l.is_due AND l.amount > 0
$$;
--> statement-breakpoint
CREATE FUNCTION ledger_gas_lines(hashes bytea[])
 RETURNS SETOF ledger_line
 LANGUAGE sql
 STABLE
AS $$
  SELECT md5('gas/' || x.id || '/' || c.platform_id), 'gas', c.platform_id, 'gas', 'gas', 'operator_gas', NULL::bytea, x.sender, x.network,
    x.network || '/native', trunc(x.gas_used * x.gas_price * c.addresses / c.of_all), c.request_id, x.hash, NULL::smallint, NULL::integer, x.block_number, c.block_time
  FROM settler_transactions x CROSS JOIN LATERAL (
    SELECT r.platform_id, count(DISTINCT a.address) AS addresses, sum(count(DISTINCT a.address)) OVER () AS of_all,
      min(r.id) AS request_id, min(c.block_time) AS block_time
    FROM deposit_collections c JOIN deposit_addresses a ON a.network = c.network AND a.address = c.address
    JOIN requests r ON r.id = a.request_id
    WHERE c.tx_hash = x.hash AND c.network = x.network GROUP BY r.platform_id
  ) AS c
  WHERE x.hash = ANY (hashes) AND x.is_settled AND x.state = 'mined' AND trunc(x.gas_used * x.gas_price * c.addresses / c.of_all) > 0
$$;
--> statement-breakpoint
CREATE FUNCTION ledger_difference_lines(ids text[])
 RETURNS SETOF ledger_line
 LANGUAGE sql
 STABLE
AS $$
  SELECT r.id, l.part, r.platform_id, 'difference', l.debit, l.credit, NULL::bytea, NULL::bytea, r.network, r.invoice_currency, l.amount,
    r.id, NULL::bytea, NULL::smallint, NULL::integer, NULL::bigint, r.paid_at
  FROM requests r JOIN request_sums s ON s.request_id = r.id
  CROSS JOIN LATERAL (VALUES
    ('tolerance', 'tolerance', 'receipts', r.amount - s.settled),
    ('overpayment', 'receipts', 'overpayments', s.settled - r.amount)
  ) AS l (part, debit, credit, amount)
  WHERE r.id = ANY (ids) AND r.kind = 'request' AND r.status IN ('paid', 'refunded') AND r.paid_at IS NOT NULL AND l.amount > 0
$$;
--> statement-breakpoint
CREATE FUNCTION ledger_bank_lines(ids text[])
 RETURNS SETOF ledger_line
 LANGUAGE sql
 STABLE
AS $$
  SELECT o.id, l.part, r.platform_id, 'bank', l.debit, l.credit, NULL::bytea, l.credit_wallet, r.network,
    CASE WHEN l.is_fiat THEN o.destination_currency ELSE r.payment_currency END, l.amount,
    r.id, NULL::bytea, NULL::smallint, NULL::integer, NULL::bigint,
    coalesce((SELECT max(at) FROM offramp_moves m WHERE m.offramp_id = o.id AND m.status = o.status), o.changed_at)
  FROM offramps o JOIN requests r ON r.id = o.request_id JOIN request_sums s ON s.request_id = r.id
  CROSS JOIN LATERAL (VALUES
    ('converted_from', o.status = 'fiat_sent', 'conversion', 'bank_transit', o.deposit_address, CASE WHEN s.converted > 0 THEN s.converted ELSE s.settled END, false),
    -- Fiat has 8 decimals in all amounts that are not text.
    ('converted_to', o.status = 'fiat_sent', 'bank', 'conversion', NULL, trunc(o.destination_amount::numeric * 100000000), true),
    ('returned', o.status = 'refunded', 'refunds', 'bank_transit', o.deposit_address, CASE WHEN s.converted > 0 THEN s.converted ELSE s.settled END, false)
  ) AS l (part, is_due, debit, credit, credit_wallet, amount, is_fiat)
  WHERE o.request_id = ANY (ids) AND r.kind = 'request' AND o.replaced_at IS NULL AND l.is_due AND l.amount > 0
$$;
--> statement-breakpoint
CREATE FUNCTION post_ledger_lines(changed text[], due ledger_line[], is_backfill boolean)
 RETURNS void
 LANGUAGE sql
AS $$
  INSERT INTO ledger_entries (source, part, turn, reverses, platform_id, origin, debit, credit, debit_wallet, credit_wallet, network,
    currency, amount, request_id, tx_hash, "position", log_index, block_number, occurred_at, booked_at, is_backfilled)
  WITH last AS (
    SELECT DISTINCT ON (source, part) * FROM ledger_entries WHERE source = ANY (changed) ORDER BY source, part, turn DESC
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
    (old).block_number, (old).occurred_at, (old).booked_at, is_backfill
  FROM compared WHERE NOT is_same AND (old).source IS NOT NULL AND (old).reverses IS NULL
  UNION ALL
  SELECT (new).source, (new).part, CASE WHEN (old).source IS NULL THEN 1 WHEN (old).reverses IS NULL THEN (old).turn + 2 ELSE (old).turn + 1 END,
    NULL, (new).platform_id, (new).origin, (new).debit, (new).credit, (new).debit_wallet, (new).credit_wallet, (new).network, (new).currency,
    (new).amount, (new).request_id, (new).tx_hash, (new)."position", (new).log_index, (new).block_number, (new).occurred_at, (new).occurred_at, is_backfill
  FROM compared WHERE NOT is_same AND (new).source IS NOT NULL
$$;
--> statement-breakpoint
CREATE FUNCTION post_ledger_payments(ids text[], is_backfill boolean)
 RETURNS void
 LANGUAGE sql
AS $$
  SELECT post_ledger_lines(ids, ARRAY(SELECT l FROM ledger_payment_lines(ids) AS l), is_backfill)
$$;
--> statement-breakpoint
CREATE FUNCTION post_ledger_fees(sources text[], hashes bytea[], is_backfill boolean)
 RETURNS void
 LANGUAGE sql
AS $$
  SELECT post_ledger_lines(sources || ARRAY(SELECT ledger_source('fee', network, tx_hash, "position") FROM fee_transfers WHERE tx_hash = ANY (hashes)),
    ARRAY(SELECT l FROM ledger_fee_lines(hashes) AS l), is_backfill)
$$;
--> statement-breakpoint
CREATE FUNCTION post_ledger_refunds(sources text[], hashes bytea[], is_backfill boolean)
 RETURNS void
 LANGUAGE sql
AS $$
  SELECT post_ledger_lines(sources || ARRAY(SELECT ledger_source('refund', network, tx_hash, "position") FROM refund_transfers WHERE tx_hash = ANY (hashes)),
    ARRAY(SELECT l FROM ledger_refund_lines(hashes) AS l), is_backfill)
$$;
--> statement-breakpoint
CREATE FUNCTION post_ledger_collections(sources text[], hashes bytea[], is_backfill boolean)
 RETURNS void
 LANGUAGE sql
AS $$
  SELECT post_ledger_lines(sources || ARRAY(SELECT ledger_source('collection', network, tx_hash, "position") FROM deposit_collections WHERE tx_hash = ANY (hashes)),
    ARRAY(SELECT l FROM ledger_collection_lines(hashes) AS l), is_backfill)
$$;
--> statement-breakpoint
CREATE FUNCTION post_ledger_gas(hashes bytea[], is_backfill boolean)
 RETURNS void
 LANGUAGE sql
AS $$
  SELECT post_ledger_lines(
    ARRAY(SELECT DISTINCT md5('gas/' || x.id || '/' || r.platform_id) FROM settler_transactions x
      JOIN deposit_collections c ON c.tx_hash = x.hash AND c.network = x.network
      JOIN deposit_addresses a ON a.network = c.network AND a.address = c.address JOIN requests r ON r.id = a.request_id
      WHERE x.hash = ANY (hashes)),
    ARRAY(SELECT l FROM ledger_gas_lines(hashes) AS l), is_backfill)
$$;
--> statement-breakpoint
CREATE FUNCTION post_ledger_differences(ids text[], is_backfill boolean)
 RETURNS void
 LANGUAGE sql
AS $$
  SELECT post_ledger_lines(ids, ARRAY(SELECT l FROM ledger_difference_lines(ids) AS l), is_backfill)
$$;
--> statement-breakpoint
CREATE FUNCTION post_ledger_banks(ids text[], is_backfill boolean)
 RETURNS void
 LANGUAGE sql
AS $$
  SELECT post_ledger_lines(ARRAY(SELECT id FROM offramps WHERE request_id = ANY (ids)), ARRAY(SELECT l FROM ledger_bank_lines(ids) AS l), is_backfill)
$$;
--> statement-breakpoint
CREATE FUNCTION journal_payments()
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
    -- A row that was lost and is recorded again has its ID of before, and its entries are there.
    IF EXISTS (SELECT FROM ledger_entries WHERE source = ANY (ids)) THEN
      PERFORM post_ledger_payments(ids, false);
      RETURN NULL;
    END IF;
    -- Nothing was entered of a new row, and nothing has to be compared.
    INSERT INTO ledger_entries (source, part, turn, platform_id, origin, debit, credit, debit_wallet, credit_wallet, network,
      currency, amount, request_id, tx_hash, "position", log_index, block_number, occurred_at, booked_at)
    SELECT source, part, 1, platform_id, origin, debit, credit, debit_wallet, credit_wallet, network,
      currency, amount, request_id, tx_hash, "position", log_index, block_number, occurred_at, occurred_at
    FROM ledger_payment_lines(ids);
    RETURN NULL;
  END IF;
  SELECT array_agg(n.id), array_agg(DISTINCT n.tx_hash) INTO ids, hashes FROM new_rows n JOIN old_rows o ON o.id = n.id
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
CREATE FUNCTION journal_chain_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
DECLARE
  sources text[] := '{}';
  hashes bytea[] := '{}';
BEGIN
  -- The kind is what `ledger_source` names the rows of this table.
  IF TG_OP <> 'INSERT' THEN
    SELECT coalesce(array_agg(ledger_source(TG_ARGV[0], network, tx_hash, "position")), '{}'), coalesce(array_agg(DISTINCT tx_hash), '{}')
    INTO sources, hashes FROM old_rows;
  ELSE
    hashes := ARRAY(SELECT DISTINCT tx_hash FROM new_rows);
  END IF;
  IF cardinality(hashes) = 0 THEN RETURN NULL; END IF;
  CASE TG_ARGV[0]
    WHEN 'fee' THEN PERFORM post_ledger_fees(sources, hashes, false);
    WHEN 'refund' THEN PERFORM post_ledger_refunds(sources, hashes, false);
    WHEN 'collection' THEN
      PERFORM post_ledger_collections(sources, hashes, false);
      PERFORM post_ledger_gas(hashes, false);
  END CASE;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION journal_gas()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
DECLARE
  hashes bytea[] := ARRAY(SELECT hash FROM new_rows WHERE is_settled AND state = 'mined');
BEGIN
  IF cardinality(hashes) > 0 THEN PERFORM post_ledger_gas(hashes, false); END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION journal_requests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
DECLARE
  ids text[];
BEGIN
  ids := ARRAY(
    SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id JOIN request_sums s ON s.request_id = n.id
    WHERE n.kind = 'request' AND (n.status, n.paid_at) IS DISTINCT FROM (o.status, o.paid_at) AND s.settled <> n.amount
      AND (n.status IN ('paid', 'refunded') OR o.status IN ('paid', 'refunded')));
  IF cardinality(ids) > 0 THEN PERFORM post_ledger_differences(ids, false); END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION journal_sums()
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
    SELECT array_agg(r.id) FILTER (WHERE r.status IN ('paid', 'refunded')), array_agg(r.id) FILTER (WHERE r.is_crypto_to_fiat_allowed)
    INTO ids, banks FROM new_rows n JOIN old_rows o ON o.request_id = n.request_id JOIN requests r ON r.id = n.request_id
    WHERE r.kind = 'request' AND (n.settled, n.converted) IS DISTINCT FROM (o.settled, o.converted);
  END IF;
  IF cardinality(ids) > 0 THEN PERFORM post_ledger_differences(ids, false); END IF;
  IF cardinality(banks) > 0 THEN PERFORM post_ledger_banks(banks, false); END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION journal_offramps()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
DECLARE
  ids text[] := ARRAY(SELECT DISTINCT request_id FROM new_rows);
BEGIN
  IF cardinality(ids) > 0 THEN PERFORM post_ledger_banks(ids, false); END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_no_truncate BEFORE TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
CREATE TRIGGER transfers_journaled AFTER INSERT ON transfers REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION journal_payments();
--> statement-breakpoint
CREATE TRIGGER transfers_rejournaled AFTER UPDATE ON transfers REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION journal_payments();
--> statement-breakpoint
CREATE TRIGGER fee_transfers_journaled AFTER INSERT ON fee_transfers REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION journal_chain_rows('fee');
--> statement-breakpoint
CREATE TRIGGER fee_transfers_rejournaled AFTER UPDATE ON fee_transfers REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION journal_chain_rows('fee');
--> statement-breakpoint
CREATE TRIGGER fee_transfers_reversed AFTER DELETE ON fee_transfers REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION journal_chain_rows('fee');
--> statement-breakpoint
CREATE TRIGGER refund_transfers_journaled AFTER INSERT ON refund_transfers REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION journal_chain_rows('refund');
--> statement-breakpoint
CREATE TRIGGER refund_transfers_rejournaled AFTER UPDATE ON refund_transfers REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION journal_chain_rows('refund');
--> statement-breakpoint
CREATE TRIGGER refund_transfers_reversed AFTER DELETE ON refund_transfers REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION journal_chain_rows('refund');
--> statement-breakpoint
CREATE TRIGGER deposit_collections_journaled AFTER INSERT ON deposit_collections REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION journal_chain_rows('collection');
--> statement-breakpoint
CREATE TRIGGER deposit_collections_rejournaled AFTER UPDATE ON deposit_collections REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION journal_chain_rows('collection');
--> statement-breakpoint
CREATE TRIGGER deposit_collections_reversed AFTER DELETE ON deposit_collections REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION journal_chain_rows('collection');
--> statement-breakpoint
CREATE TRIGGER settler_transactions_journaled AFTER UPDATE ON settler_transactions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION journal_gas();
--> statement-breakpoint
CREATE TRIGGER requests_journaled AFTER UPDATE ON requests REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION journal_requests();
--> statement-breakpoint
CREATE TRIGGER request_sums_journaled AFTER INSERT ON request_sums REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION journal_sums();
--> statement-breakpoint
CREATE TRIGGER request_sums_rejournaled AFTER UPDATE ON request_sums REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION journal_sums();
--> statement-breakpoint
CREATE TRIGGER offramps_journaled AFTER UPDATE ON offramps REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION journal_offramps();
