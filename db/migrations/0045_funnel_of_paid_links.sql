-- A paid link is counted as 10 and the last step that was told of its payer, so that one that was paid past the page
-- is not counted as opened, connected and approved.
CREATE OR REPLACE FUNCTION "count_links"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO total_changes (platform_id, day, measure, count)
    SELECT platform_id, (created_at AT TIME ZONE 'UTC')::date,
      CASE status WHEN 'completed' THEN 'link:10' ELSE 'link:0' END, count(*)
    FROM new_rows WHERE flow = 'incoming' AND payment_type <> 'multicall' GROUP BY 1, 2, 3;
  ELSE
    INSERT INTO total_changes (platform_id, day, measure, count)
    -- `completed` is 1 for links that came to be paid and -1 for those that no longer are.
    SELECT platform_id, day,
      'link:' || level_told(id) + CASE WHEN moves.sign = completed THEN 10 ELSE 0 END, sum(moves.sign)
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
CREATE OR REPLACE FUNCTION "count_steps"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows) THEN
    RETURN NULL;
  END IF;
  -- Of two steps at once the second one has to see the first, and both whether the link is paid.
  PERFORM 1 FROM secure_payments WHERE id IN (SELECT secure_payment_id FROM new_rows)
  ORDER BY id FOR NO KEY UPDATE;
  INSERT INTO total_changes (platform_id, day, measure, count)
  SELECT platform_id, (created_at AT TIME ZONE 'UTC')::date,
    'link:' || CASE moves.sign WHEN 1 THEN now_level ELSE was_level END + paid, sum(moves.sign)
  FROM (
    SELECT link.platform_id, link.created_at, level_told(link.id) AS now_level,
      CASE link.status WHEN 'completed' THEN 10 ELSE 0 END AS paid,
      (SELECT coalesce(max(step_level(step)), 0) FROM payer_steps AS told WHERE told.secure_payment_id = link.id
        AND NOT EXISTS (SELECT FROM new_rows WHERE new_rows.secure_payment_id = link.id AND new_rows.step = told.step)
      ) AS was_level
    FROM secure_payments AS link
    WHERE link.id IN (SELECT secure_payment_id FROM new_rows)
      AND link.flow = 'incoming' AND link.payment_type <> 'multicall'
  ) AS links CROSS JOIN (VALUES (1), (-1)) AS moves(sign)
  WHERE now_level <> was_level
  GROUP BY 1, 2, 3 HAVING sum(moves.sign) <> 0;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "recount_totals"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE requests, transfers, secure_payments, payer_steps IN SHARE ROW EXCLUSIVE MODE;
  LOCK TABLE total_changes, daily_totals IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM total_changes;
  DELETE FROM daily_totals;
  INSERT INTO daily_totals (platform_id, day, measure, count)
  SELECT platform_id, (created_at AT TIME ZONE 'UTC')::date,
    kind || ':' || payment_status(status, paid_at, link_expires_at, link_end), count(*)
  FROM requests GROUP BY 1, 2, 3;
  INSERT INTO daily_totals (platform_id, day, measure, count, amount)
  SELECT transfers.platform_id, (block_time AT TIME ZONE 'UTC')::date, 'received:' || payment_currency,
    count(*), sum(transfers.amount)
  FROM transfers JOIN requests ON requests.id = transfers.request_id AND kind = 'request'
  WHERE mismatch IS NULL AND state IN ('confirmed', 'final') GROUP BY 1, 2, 3;
  PERFORM recount_links();
END
$$;--> statement-breakpoint
-- Counts the links anew: their totals must be gone and nobody may write them meanwhile.
CREATE FUNCTION "recount_links"() RETURNS void LANGUAGE sql AS $$
  INSERT INTO daily_totals (platform_id, day, measure, count)
  SELECT platform_id, (created_at AT TIME ZONE 'UTC')::date,
    'link:' || coalesce(level, 0) + CASE status WHEN 'completed' THEN 10 ELSE 0 END, count(*)
  FROM secure_payments LEFT JOIN (
    SELECT secure_payment_id, max(step_level(step)) AS level FROM payer_steps GROUP BY 1
  ) AS told ON secure_payment_id = id
  WHERE flow = 'incoming' AND payment_type <> 'multicall' GROUP BY 1, 2, 3
$$;--> statement-breakpoint
LOCK TABLE secure_payments, payer_steps, total_changes, daily_totals IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
DELETE FROM total_changes WHERE measure LIKE 'link:%';--> statement-breakpoint
DELETE FROM daily_totals WHERE measure LIKE 'link:%';--> statement-breakpoint
SELECT "recount_links"();
