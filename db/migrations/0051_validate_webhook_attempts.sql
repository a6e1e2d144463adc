-- Reads the whole table while it is read and written, so that the step that makes it a partition need not. It waits for a
-- vacuum, or ends it; nobody waits behind it.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '5s', true);
  ALTER TABLE webhook_attempts VALIDATE CONSTRAINT webhook_attempts_until;
END
$$;
