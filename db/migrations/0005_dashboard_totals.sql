CREATE TABLE "daily_totals" (
	"platform_id" text NOT NULL,
	"day" date NOT NULL,
	"measure" text NOT NULL,
	"count" bigint NOT NULL,
	"amount" numeric DEFAULT '0' NOT NULL,
	CONSTRAINT "daily_totals_platform_id_day_measure_pk" PRIMARY KEY("platform_id","day","measure")
);
--> statement-breakpoint
CREATE TABLE "total_changes" (
	"platform_id" text NOT NULL,
	"day" date NOT NULL,
	"measure" text NOT NULL,
	"count" bigint NOT NULL,
	"amount" numeric DEFAULT '0' NOT NULL
);
--> statement-breakpoint
-- As `standingOf` in db/keys.ts.
CREATE FUNCTION "standing_of"("status" text, "paid_at" timestamptz, "link_expires_at" timestamptz, "link_end" text)
RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE status
    WHEN 'paid' THEN CASE WHEN paid_at > link_expires_at THEN 'late' ELSE 'paid' END
    WHEN 'partially_paid' THEN 'partial'
    WHEN 'processing' THEN 'in_progress'
    WHEN 'created' THEN coalesce(link_end, 'pending')
    ELSE status END
$$;--> statement-breakpoint
CREATE FUNCTION "step_level"("step" text) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE step WHEN 'opened' THEN 1 WHEN 'wallet_connected' THEN 2 WHEN 'payment_sent_to_wallet' THEN 3
    WHEN 'payment_approved_in_wallet' THEN 4 END
$$;--> statement-breakpoint
CREATE FUNCTION "count_requests"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO total_changes (platform_id, day, measure, count)
    SELECT platform_id, (created_at AT TIME ZONE 'UTC')::date,
      kind || ':' || standing_of(status, paid_at, link_expires_at, link_end), count(*)
    FROM new_rows GROUP BY 1, 2, 3;
  ELSE
    INSERT INTO total_changes (platform_id, day, measure, count)
    SELECT platform_id, (created_at AT TIME ZONE 'UTC')::date,
      kind || ':' || standing_of(status, paid_at, link_expires_at, link_end), sum(sign)
    FROM (
      SELECT platform_id, created_at, kind, status, paid_at, link_expires_at, link_end, 1 AS sign FROM new_rows
      UNION ALL
      SELECT platform_id, created_at, kind, status, paid_at, link_expires_at, link_end, -1 FROM old_rows
    ) AS rows GROUP BY 1, 2, 3 HAVING sum(sign) <> 0;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
-- The plan of its look at requests is made once, often while the table is empty: it must use the index.
CREATE FUNCTION "count_transfers"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO total_changes (platform_id, day, measure, count, amount)
    SELECT changed.platform_id, day, 'received:' || asked.payment_currency, count(*), sum(amount)
    FROM (
      SELECT request_id, platform_id, (block_time AT TIME ZONE 'UTC')::date AS day, amount FROM new_rows
      WHERE mismatch IS NULL AND state IN ('confirmed', 'final')
    ) AS changed CROSS JOIN LATERAL (
      SELECT payment_currency FROM requests WHERE id = changed.request_id AND kind = 'request' LIMIT 1
    ) AS asked GROUP BY 1, 2, 3;
  ELSE
    INSERT INTO total_changes (platform_id, day, measure, count, amount)
    SELECT changed.platform_id, day, 'received:' || asked.payment_currency, sum(changed.count), sum(changed.amount)
    FROM (
      SELECT request_id, platform_id, (block_time AT TIME ZONE 'UTC')::date AS day,
        sum(sign) AS count, sum(sign * amount) AS amount
      FROM (
        SELECT request_id, platform_id, block_time, amount, 1 AS sign FROM new_rows
        WHERE mismatch IS NULL AND state IN ('confirmed', 'final')
        UNION ALL
        SELECT request_id, platform_id, block_time, amount, -1 FROM old_rows
        WHERE mismatch IS NULL AND state IN ('confirmed', 'final')
      ) AS rows GROUP BY 1, 2, 3 HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0
    ) AS changed CROSS JOIN LATERAL (
      SELECT payment_currency FROM requests WHERE id = changed.request_id AND kind = 'request' LIMIT 1
    ) AS asked GROUP BY 1, 2, 3 HAVING sum(changed.count) <> 0 OR sum(changed.amount) <> 0;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "level_told"("link_id" text) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(step_level(step)), 0) FROM payer_steps WHERE secure_payment_id = link_id
$$;--> statement-breakpoint
CREATE FUNCTION "count_links"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO total_changes (platform_id, day, measure, count)
    SELECT platform_id, (created_at AT TIME ZONE 'UTC')::date,
      CASE status WHEN 'completed' THEN 'link:5' ELSE 'link:0' END, count(*)
    FROM new_rows WHERE flow = 'incoming' AND payment_type <> 'multicall' GROUP BY 1, 2, 3;
  ELSE
    INSERT INTO total_changes (platform_id, day, measure, count)
    -- `completed` is 1 for links that came to be paid and -1 for those that no longer are.
    SELECT platform_id, day, 'link:' || CASE WHEN moves.sign = completed THEN 5 ELSE level_told(id) END,
      sum(moves.sign)
    FROM (
      SELECT id, platform_id, (created_at AT TIME ZONE 'UTC')::date AS day, sum(sign) AS completed
      FROM (
        SELECT id, platform_id, created_at, 1 AS sign FROM new_rows
        WHERE status = 'completed' AND flow = 'incoming' AND payment_type <> 'multicall'
        UNION ALL
        SELECT id, platform_id, created_at, -1 FROM old_rows
        WHERE status = 'completed' AND flow = 'incoming' AND payment_type <> 'multicall'
      ) AS rows GROUP BY 1, 2, 3 HAVING sum(sign) <> 0
    ) AS links CROSS JOIN (VALUES (1), (-1)) AS moves(sign)
    GROUP BY 1, 2, 3 HAVING sum(moves.sign) <> 0;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "count_steps"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows) THEN
    RETURN NULL;
  END IF;
  -- Of two steps at once the second one has to see the first, and both whether the link is paid.
  PERFORM 1 FROM secure_payments WHERE id IN (SELECT secure_payment_id FROM new_rows)
  ORDER BY id FOR NO KEY UPDATE;
  INSERT INTO total_changes (platform_id, day, measure, count)
  SELECT platform_id, (created_at AT TIME ZONE 'UTC')::date,
    'link:' || CASE moves.sign WHEN 1 THEN now_level ELSE was_level END, sum(moves.sign)
  FROM (
    SELECT link.platform_id, link.created_at, level_told(link.id) AS now_level,
      (SELECT coalesce(max(step_level(step)), 0) FROM payer_steps AS told WHERE told.secure_payment_id = link.id
        AND NOT EXISTS (SELECT FROM new_rows WHERE new_rows.secure_payment_id = link.id AND new_rows.step = told.step)
      ) AS was_level
    FROM secure_payments AS link
    WHERE link.id IN (SELECT secure_payment_id FROM new_rows)
      AND link.status <> 'completed' AND link.flow = 'incoming' AND link.payment_type <> 'multicall'
  ) AS links CROSS JOIN (VALUES (1), (-1)) AS moves(sign)
  WHERE now_level <> was_level
  GROUP BY 1, 2, 3 HAVING sum(moves.sign) <> 0;
  RETURN NULL;
END
$$;--> statement-breakpoint
-- Counts all there is, for a database that had rows before or from which rows were deleted by hand.
CREATE FUNCTION "recount_totals"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE requests, transfers, secure_payments, payer_steps IN SHARE ROW EXCLUSIVE MODE;
  LOCK TABLE total_changes, daily_totals IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM total_changes;
  DELETE FROM daily_totals;
  INSERT INTO daily_totals (platform_id, day, measure, count)
  SELECT platform_id, (created_at AT TIME ZONE 'UTC')::date,
    kind || ':' || standing_of(status, paid_at, link_expires_at, link_end), count(*)
  FROM requests GROUP BY 1, 2, 3;
  INSERT INTO daily_totals (platform_id, day, measure, count, amount)
  SELECT transfers.platform_id, (block_time AT TIME ZONE 'UTC')::date, 'received:' || payment_currency,
    count(*), sum(transfers.amount)
  FROM transfers JOIN requests ON requests.id = transfers.request_id AND kind = 'request'
  WHERE mismatch IS NULL AND state IN ('confirmed', 'final') GROUP BY 1, 2, 3;
  INSERT INTO daily_totals (platform_id, day, measure, count)
  SELECT platform_id, (created_at AT TIME ZONE 'UTC')::date,
    'link:' || CASE status WHEN 'completed' THEN 5 ELSE coalesce(level, 0) END, count(*)
  FROM secure_payments LEFT JOIN (
    SELECT secure_payment_id, max(step_level(step)) AS level FROM payer_steps GROUP BY 1
  ) AS told ON secure_payment_id = id
  WHERE flow = 'incoming' AND payment_type <> 'multicall' GROUP BY 1, 2, 3;
END
$$;--> statement-breakpoint
CREATE TRIGGER "requests_counted" AFTER INSERT ON "requests"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_requests"();--> statement-breakpoint
CREATE TRIGGER "requests_recounted" AFTER UPDATE ON "requests"
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_requests"();--> statement-breakpoint
CREATE TRIGGER "transfers_counted" AFTER INSERT ON "transfers"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_transfers"();--> statement-breakpoint
CREATE TRIGGER "transfers_recounted" AFTER UPDATE ON "transfers"
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_transfers"();--> statement-breakpoint
CREATE TRIGGER "secure_payments_counted" AFTER INSERT ON "secure_payments"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_links"();--> statement-breakpoint
CREATE TRIGGER "secure_payments_recounted" AFTER UPDATE ON "secure_payments"
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_links"();--> statement-breakpoint
CREATE TRIGGER "payer_steps_counted" AFTER INSERT ON "payer_steps"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_steps"();--> statement-breakpoint
SELECT "recount_totals"();
