CREATE TABLE "ledger_settings" (
	"platform_id" text PRIMARY KEY NOT NULL,
	"currency" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_unvalued" (
	"source" text NOT NULL,
	"part" text NOT NULL,
	"turn" smallint NOT NULL,
	"platform_id" text NOT NULL,
	"booked_at" timestamp(3) with time zone NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"try_at" timestamp(3) with time zone,
	"problem" text,
	CONSTRAINT "ledger_unvalued_source_part_turn_pk" PRIMARY KEY("source","part","turn")
);
--> statement-breakpoint
CREATE TABLE "ledger_worths" (
	"source" text NOT NULL,
	"part" text NOT NULL,
	"turn" smallint NOT NULL,
	"currency" text NOT NULL,
	"version" smallint NOT NULL,
	"platform_id" text NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"origin" text NOT NULL,
	"price" numeric,
	"price_at" timestamp(3) with time zone,
	"sources" jsonb,
	"valued_by" text,
	"reason" text,
	"booked_at" timestamp(3) with time zone NOT NULL,
	"recorded_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_worths_source_part_turn_currency_version_pk" PRIMARY KEY("source","part","turn","currency","version"),
	CONSTRAINT "ledger_worths_amount" CHECK ("ledger_worths"."amount" >= 0),
	CONSTRAINT "ledger_worths_by_hand" CHECK ("ledger_worths"."origin" <> 'by_hand' or ("ledger_worths"."valued_by" is not null and "ledger_worths"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "market_prices" (
	"network" text NOT NULL,
	"currency" text NOT NULL,
	"fiat" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"block_number" bigint,
	"price" numeric NOT NULL,
	"decimals" smallint NOT NULL,
	"sources" jsonb NOT NULL,
	"recorded_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "market_prices_currency_fiat_network_at_pk" PRIMARY KEY("currency","fiat","network","at")
);
--> statement-breakpoint
CREATE INDEX "ledger_unvalued_due" ON "ledger_unvalued" USING btree ("try_at") WHERE "ledger_unvalued"."try_at" is not null;--> statement-breakpoint
CREATE INDEX "ledger_unvalued_account" ON "ledger_unvalued" USING btree ("platform_id","booked_at","source","part","turn");--> statement-breakpoint
CREATE INDEX "ledger_worths_booked" ON "ledger_worths" USING btree (hashtextextended("platform_id", 0),"booked_at","source","part","turn");--> statement-breakpoint
-- What drizzle-kit does not know: how entries get their worth, and what keeps it as it is (docs/decisions/books.md).
CREATE TYPE ledger_worth AS (source text, part text, turn smallint, currency text, amount numeric, origin text, price numeric, price_at timestamp(3) with time zone, sources jsonb, valued_by text, reason text);
--> statement-breakpoint
CREATE FUNCTION ledger_worth_amount(units numeric, price numeric, decimals smallint)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
AS $$
  -- Fiat has 8 decimals; rounded to the nearest, halves up.
  SELECT round(units * price * ('1e' || (8 - decimals))::numeric)
$$;
--> statement-breakpoint
CREATE FUNCTION refuse_price_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE FUNCTION post_ledger_worths(due ledger_worth[])
 RETURNS void
 LANGUAGE plpgsql
AS $$
BEGIN
  -- A period is ended under the same lock, exclusively: what is valued is in it, or knows that it has ended.
  PERFORM pg_advisory_xact_lock_shared(7318403);
  -- Whoever takes one of these entries back waits, or has done so and is valued here.
  PERFORM FROM ledger_entries e JOIN unnest(due) d ON (e.source, e.part, e.turn) = (d.source, d.part, d.turn) FOR NO KEY UPDATE OF e;
  DELETE FROM ledger_unvalued u USING unnest(due) d WHERE (u.source, u.part, u.turn) = (d.source, d.part, d.turn);
  INSERT INTO ledger_worths (source, part, turn, currency, version, platform_id, amount, origin, price, price_at, sources, valued_by, reason, booked_at)
  SELECT e.source, e.part, e.turn, d.currency,
    1 + coalesce((SELECT max(version) FROM ledger_worths w WHERE (w.source, w.part, w.turn, w.currency) = (e.source, e.part, e.turn, d.currency)), 0),
    e.platform_id, d.amount, CASE WHEN e.reverses IS NULL THEN d.origin ELSE 'reversal' END, d.price, d.price_at, d.sources, d.valued_by, d.reason,
    ledger_booked_at(e.platform_id, e.booked_at)
  FROM unnest(due) d JOIN ledger_entries e ON e.source = d.source AND e.part = d.part AND coalesce(e.reverses, e.turn) = d.turn;
END
$$;
--> statement-breakpoint
CREATE FUNCTION value_ledger_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows n JOIN ledger_settings s ON s.platform_id = n.platform_id) THEN RETURN NULL; END IF;
  IF EXISTS (SELECT FROM new_rows WHERE reverses IS NOT NULL) THEN
    -- Whoever values what is taken back waits, or has done so.
    PERFORM FROM ledger_entries e JOIN new_rows n ON (e.source, e.part, e.turn) = (n.source, n.part, n.reverses) FOR NO KEY UPDATE OF e;
  END IF;
  INSERT INTO ledger_worths (source, part, turn, currency, version, platform_id, amount, origin, price, price_at, sources, valued_by, reason, booked_at)
  SELECT n.source, n.part, n.turn, s.currency, 1, n.platform_id, w.amount, w.origin, w.price, w.price_at, w.sources, w.valued_by, w.reason, n.booked_at
  FROM new_rows n JOIN ledger_settings s ON s.platform_id = n.platform_id
  CROSS JOIN LATERAL (
    SELECT n.amount, 'same_currency' AS origin, NULL::numeric AS price, NULL::timestamp(3) with time zone AS price_at, NULL::jsonb AS sources, NULL AS valued_by, NULL AS reason
    WHERE n.reverses IS NULL AND n.currency = s.currency
    UNION ALL
    SELECT ledger_worth_amount(n.amount, p.price, p.decimals), 'market_price', p.price, p.at, p.sources, NULL, NULL FROM market_prices p
    WHERE n.reverses IS NULL AND p.currency = n.currency AND p.fiat = s.currency AND p.network = n.network AND p.at = n.occurred_at
    UNION ALL
    -- In brackets: the last version alone.
    (SELECT o.amount, 'reversal', o.price, o.price_at, o.sources, o.valued_by, o.reason FROM ledger_worths o
    WHERE (o.source, o.part, o.turn, o.currency) = (n.source, n.part, n.reverses, s.currency) ORDER BY o.version DESC LIMIT 1)
  ) w;
  INSERT INTO ledger_unvalued (source, part, turn, platform_id, booked_at, try_at)
  SELECT n.source, n.part, n.turn, n.platform_id, n.booked_at, now()
  FROM new_rows n JOIN ledger_settings s ON s.platform_id = n.platform_id
  WHERE n.reverses IS NULL
    AND NOT EXISTS (SELECT FROM ledger_worths w WHERE (w.source, w.part, w.turn, w.currency) = (n.source, n.part, n.turn, s.currency));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_valued AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION value_ledger_entries();
--> statement-breakpoint
CREATE TRIGGER ledger_worths_open AFTER INSERT ON ledger_worths REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_period();
--> statement-breakpoint
CREATE TRIGGER ledger_worths_append_only BEFORE DELETE OR UPDATE ON ledger_worths FOR EACH STATEMENT EXECUTE FUNCTION refuse_price_change();
--> statement-breakpoint
CREATE TRIGGER ledger_worths_no_truncate BEFORE TRUNCATE ON ledger_worths FOR EACH STATEMENT EXECUTE FUNCTION refuse_price_change();
--> statement-breakpoint
CREATE TRIGGER market_prices_append_only BEFORE DELETE OR UPDATE ON market_prices FOR EACH STATEMENT EXECUTE FUNCTION refuse_price_change();
--> statement-breakpoint
CREATE TRIGGER market_prices_no_truncate BEFORE TRUNCATE ON market_prices FOR EACH STATEMENT EXECUTE FUNCTION refuse_price_change();
