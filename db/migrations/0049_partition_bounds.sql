-- Two tables become partitioned by the time in their IDs (docs/decisions/partitions.md), in small steps and without a
-- copy: each table as it is becomes the first partition of the new one. Here it is bounded: nothing in it is younger than
-- the month after this one, nor than that after the last ID that a clock ahead of others has written. From here to the
-- last step IDs beyond it are refused.
DO $$
DECLARE
  letters constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  grown text;
  key text;
  last_id text;
  newest bigint;
  ms bigint;
  bound text;
BEGIN
  -- Ends a vacuum that works on one of them; nobody else waits behind this lock.
  PERFORM set_config('lock_timeout', '5s', true);
  LOCK TABLE request_log, webhook_attempts IN SHARE UPDATE EXCLUSIVE MODE;
  PERFORM set_config('lock_timeout', '200ms', true);
  FOREACH grown IN ARRAY '{request_log,webhook_attempts}'::text[] LOOP
    IF grown = 'request_log' THEN
      key := 'id';
      SELECT max(id) INTO last_id FROM request_log;
    ELSE
      key := 'delivery_id';
      -- Those that are still to be tried as well.
      SELECT max(id) INTO last_id FROM webhook_deliveries;
    END IF;
    newest := 0;
    FOR i IN 1..10 LOOP
      newest := newest * 32 + greatest(0, strpos(letters, substr(rpad(coalesce(last_id, ''), 10, '0'), i, 1)) - 1);
    END LOOP;
    newest := greatest(newest, extract(epoch FROM now()) * 1000);
    ms := extract(epoch FROM date_trunc('month', to_timestamp(newest / 1000) AT TIME ZONE 'UTC') + interval '2 months') * 1000;
    bound := '';
    FOR i IN 1..10 LOOP
      bound := substr(letters, (ms % 32)::int + 1, 1) || bound;
      ms := ms / 32;
    END LOOP;
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (%I < %L) NOT VALID', grown, grown || '_until', key, bound);
  END LOOP;
END
$$;
