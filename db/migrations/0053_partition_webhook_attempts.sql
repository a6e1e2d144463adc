-- As the step before. The foreign key goes: a month of attempts is dropped as a whole, when most of its deliveries have
-- been removed already. Nothing of any release relies on it: an attempt is written in the statement that moves its delivery.
DO $$
DECLARE
  bound text;
  given record;
BEGIN
  PERFORM set_config('lock_timeout', '5s', true);
  LOCK TABLE webhook_attempts IN SHARE UPDATE EXCLUSIVE MODE;
  PERFORM set_config('lock_timeout', '200ms', true);
  LOCK TABLE webhook_deliveries, webhook_attempts IN ACCESS EXCLUSIVE MODE;
  SELECT substring(pg_get_constraintdef(oid) FROM '''(\w+)''') INTO STRICT bound
    FROM pg_constraint WHERE conrelid = 'webhook_attempts'::regclass AND conname = 'webhook_attempts_until';
  ALTER TABLE webhook_attempts DROP CONSTRAINT webhook_attempts_delivery_id_webhook_deliveries_id_fk;
  ALTER TABLE webhook_attempts RENAME TO webhook_attempts_first;
  ALTER INDEX webhook_attempts_delivery_id_number_pk RENAME TO webhook_attempts_first_delivery_id_number_pk;
  CREATE TABLE webhook_attempts (LIKE webhook_attempts_first INCLUDING DEFAULTS) PARTITION BY RANGE (delivery_id);
  ALTER TABLE webhook_attempts ADD CONSTRAINT webhook_attempts_delivery_id_number_pk PRIMARY KEY (delivery_id, number);
  EXECUTE format('ALTER TABLE webhook_attempts ATTACH PARTITION webhook_attempts_first FOR VALUES FROM (MINVALUE) TO (%L)', bound);
  ALTER TABLE webhook_attempts_first DROP CONSTRAINT webhook_attempts_until;
  CREATE TABLE webhook_attempts_default PARTITION OF webhook_attempts DEFAULT;
  -- Whoever might read the table still may.
  FOR given IN
    SELECT a.privilege_type AS what, a.is_grantable, CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE a.grantee::regrole::text END AS whom
    FROM pg_class c, aclexplode(c.relacl) a WHERE c.oid = 'webhook_attempts_first'::regclass AND a.grantee <> c.relowner
  LOOP
    EXECUTE format('GRANT %s ON webhook_attempts TO %s%s', given.what, given.whom, CASE WHEN given.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END);
  END LOOP;
END
$$;
