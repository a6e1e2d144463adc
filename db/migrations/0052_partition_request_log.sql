-- The table becomes the first partition of a new one of its name. Nothing is read or copied: what was validated proves its
-- bound. What no other partition is for goes into the last one, so that no write fails; the worker makes the others.
DO $$
DECLARE
  bound text;
  given record;
BEGIN
  PERFORM set_config('lock_timeout', '5s', true);
  LOCK TABLE request_log IN SHARE UPDATE EXCLUSIVE MODE;
  PERFORM set_config('lock_timeout', '400ms', true);
  LOCK TABLE request_log IN ACCESS EXCLUSIVE MODE;
  SELECT substring(pg_get_constraintdef(oid) FROM '''(\w+)''') INTO STRICT bound
    FROM pg_constraint WHERE conrelid = 'request_log'::regclass AND conname = 'request_log_until';
  ALTER TABLE request_log RENAME TO request_log_first;
  ALTER INDEX request_log_pkey RENAME TO request_log_first_pkey;
  ALTER INDEX request_log_kind RENAME TO request_log_first_kind;
  ALTER INDEX request_log_errors RENAME TO request_log_first_errors;
  CREATE TABLE request_log (LIKE request_log_first INCLUDING DEFAULTS) PARTITION BY RANGE (id);
  ALTER TABLE request_log ADD PRIMARY KEY (id);
  CREATE INDEX request_log_kind ON request_log USING btree (platform_id, credential_kind, id);
  CREATE INDEX request_log_errors ON request_log USING btree (platform_id, credential_kind, id) WHERE status >= 400;
  EXECUTE format('ALTER TABLE request_log ATTACH PARTITION request_log_first FOR VALUES FROM (MINVALUE) TO (%L)', bound);
  ALTER TABLE request_log_first DROP CONSTRAINT request_log_until;
  CREATE TABLE request_log_default PARTITION OF request_log DEFAULT;
  -- Whoever might read the table still may.
  FOR given IN
    SELECT a.privilege_type AS what, a.is_grantable, CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE a.grantee::regrole::text END AS whom
    FROM pg_class c, aclexplode(c.relacl) a WHERE c.oid = 'request_log_first'::regclass AND a.grantee <> c.relowner
  LOOP
    EXECUTE format('GRANT %s ON request_log TO %s%s', given.what, given.whom, CASE WHEN given.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END);
  END LOOP;
END
$$;
--> statement-breakpoint
-- The worker of 0.2.0 removes old entries by their place in the table (ctid). A place in one partition is a place in each
-- other one too: it would remove entries that are young.
CREATE FUNCTION refuse_places_of_partitions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_TABLE_NAME <> 'request_log_first' AND current_query() ~* '\mctid\M' THEN
    RETURN NULL;
  END IF;
  RETURN OLD;
END
$$;
--> statement-breakpoint
CREATE TRIGGER request_log_not_by_place BEFORE DELETE ON request_log FOR EACH ROW EXECUTE FUNCTION refuse_places_of_partitions();
