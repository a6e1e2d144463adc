CREATE TABLE "ledger_mappings" (
	"platform_id" text PRIMARY KEY NOT NULL,
	"accounts" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_periods" (
	"id" text PRIMARY KEY NOT NULL,
	"platform_id" text NOT NULL,
	"starts_at" timestamp(3) with time zone NOT NULL,
	"ends_at" timestamp(3) with time zone NOT NULL,
	"time_zone" text NOT NULL,
	"state" text NOT NULL,
	"blocks" jsonb NOT NULL,
	"differences" jsonb NOT NULL,
	"frozen_at" timestamp(3) with time zone NOT NULL,
	"closed_at" timestamp(3) with time zone,
	"statement" jsonb
);
--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_periods_end" ON "ledger_periods" USING btree ("platform_id","ends_at");--> statement-breakpoint
-- What drizzle-kit does not know: what keeps closed periods as they are (docs/decisions/books.md).
CREATE FUNCTION ledger_booked_at(platform text, at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $$
  SELECT greatest(at, (SELECT max(ends_at) FROM ledger_periods WHERE platform_id = platform))
$$;
--> statement-breakpoint
CREATE FUNCTION refuse_closed_period()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows n JOIN ledger_periods p ON p.platform_id = n.platform_id AND n.booked_at < p.ends_at) THEN
    RAISE EXCEPTION 'this period of the ledger is closed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION refuse_period_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  IF OLD.state = 'closed' THEN
    RAISE EXCEPTION 'a closed period of the ledger stays as it is' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END
$$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_open AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_period();
--> statement-breakpoint
CREATE TRIGGER ledger_periods_kept BEFORE DELETE OR UPDATE ON ledger_periods FOR EACH ROW EXECUTE FUNCTION refuse_period_change();
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
    IF EXISTS (SELECT FROM ledger_entries WHERE source = ANY (ids)) THEN
      PERFORM post_ledger_payments(ids, false);
      RETURN NULL;
    END IF;
    -- Nothing was entered of a new row, and nothing has to be compared.
    INSERT INTO ledger_entries (source, part, turn, platform_id, origin, debit, credit, debit_wallet, credit_wallet, network,
      currency, amount, request_id, tx_hash, "position", log_index, block_number, occurred_at, booked_at)
    SELECT source, part, 1, platform_id, origin, debit, credit, debit_wallet, credit_wallet, network,
      currency, amount, request_id, tx_hash, "position", log_index, block_number, occurred_at, ledger_booked_at(platform_id, occurred_at)
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
