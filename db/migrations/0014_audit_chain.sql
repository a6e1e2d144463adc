CREATE TABLE "audit_chain" (
	"entry_id" text PRIMARY KEY NOT NULL,
	"platform_id" text NOT NULL,
	"position" bigint NOT NULL,
	"salt" "bytea" NOT NULL,
	"content" text NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "person_id" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "role" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "before" jsonb;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "after" jsonb;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "approval_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_chain_position" ON "audit_chain" USING btree ("platform_id","position");--> statement-breakpoint
-- What drizzle-kit does not know: how an entry gets its place in the chain of its account.
CREATE FUNCTION chain_audit_entry(entry audit_log)
 RETURNS void
 LANGUAGE plpgsql
 SET timezone = 'UTC'
AS $$
DECLARE
  last_position bigint;
  last_hash bytea;
  new_salt bytea := sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'));
  caller_text text := json_build_array(entry.actor_kind, entry.actor_platform_id, entry.credential_id, entry.person_id,
    entry.role, entry.ip, entry.origin, entry.request_id)::text;
  new_content text := json_build_object('id', entry.id, 'platformId', entry.platform_id, 'at', entry.at,
    'action', entry.action, 'subject', entry.subject, 'details', entry.details, 'before', entry.before,
    'after', entry.after, 'approvalId', entry.approval_id,
    'caller', encode(sha256(new_salt || convert_to(caller_text, 'UTF8')), 'hex'))::text;
BEGIN
  SELECT position, hash INTO last_position, last_hash FROM audit_chain
    WHERE platform_id = entry.platform_id ORDER BY position DESC LIMIT 1;
  INSERT INTO audit_chain (entry_id, platform_id, position, salt, content, hash)
  VALUES (entry.id, entry.platform_id, coalesce(last_position, 0) + 1, new_salt, new_content,
    sha256(coalesce(last_hash, decode(repeat('00', 32), 'hex')) || convert_to(new_content, 'UTF8')));
END
$$;
--> statement-breakpoint
CREATE FUNCTION chain_new_audit_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  -- Entries of one account follow each other from here to their commit. Nothing else is locked behind this lock.
  PERFORM pg_advisory_xact_lock(hashtextextended('audit_chain:' || NEW.platform_id, 0));
  PERFORM chain_audit_entry(NEW);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION refuse_audit_chain_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'audit_chain is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
-- Entries from before stand first, in the order of their IDs. Since the table was changed above, nobody else writes it.
DO $$
DECLARE
  entry audit_log;
BEGIN
  FOR entry IN SELECT * FROM audit_log ORDER BY id LOOP
    PERFORM chain_audit_entry(entry);
  END LOOP;
END
$$;
--> statement-breakpoint
-- When its transaction commits: a lock of the chain that is taken earlier could wait for others in a circle.
CREATE CONSTRAINT TRIGGER audit_log_chained AFTER INSERT ON audit_log DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chain_new_audit_entry();
--> statement-breakpoint
CREATE TRIGGER audit_chain_append_only BEFORE DELETE OR UPDATE ON audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_chain_change();
--> statement-breakpoint
CREATE TRIGGER audit_chain_no_truncate BEFORE TRUNCATE ON audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_chain_change();
