-- The function's name is the field's term, and everybody calls it: the triggers as before, now also the reads. The index
-- "requests_shelf" is not built again: it holds the body of this function, which is what a call becomes in a plan.
ALTER FUNCTION "standing_of" RENAME TO "payment_status";--> statement-breakpoint
CREATE OR REPLACE FUNCTION "count_requests"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO total_changes (platform_id, day, measure, count)
    SELECT platform_id, (created_at AT TIME ZONE 'UTC')::date,
      kind || ':' || payment_status(status, paid_at, link_expires_at, link_end), count(*)
    FROM new_rows GROUP BY 1, 2, 3;
  ELSE
    INSERT INTO total_changes (platform_id, day, measure, count)
    SELECT platform_id, (created_at AT TIME ZONE 'UTC')::date,
      kind || ':' || payment_status(status, paid_at, link_expires_at, link_end), sum(sign)
    FROM (
      SELECT platform_id, created_at, kind, status, paid_at, link_expires_at, link_end, 1 AS sign FROM new_rows
      UNION ALL
      SELECT platform_id, created_at, kind, status, paid_at, link_expires_at, link_end, -1 FROM old_rows
    ) AS rows GROUP BY 1, 2, 3 HAVING sum(sign) <> 0;
  END IF;
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
  INSERT INTO daily_totals (platform_id, day, measure, count)
  SELECT platform_id, (created_at AT TIME ZONE 'UTC')::date,
    'link:' || CASE status WHEN 'completed' THEN 5 ELSE coalesce(level, 0) END, count(*)
  FROM secure_payments LEFT JOIN (
    SELECT secure_payment_id, max(step_level(step)) AS level FROM payer_steps GROUP BY 1
  ) AS told ON secure_payment_id = id
  WHERE flow = 'incoming' AND payment_type <> 'multicall' GROUP BY 1, 2, 3;
END
$$;
