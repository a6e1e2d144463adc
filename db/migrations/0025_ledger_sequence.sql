ALTER TABLE "ledger_entries" ADD COLUMN "sequence" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
CREATE INDEX "ledger_entries_sequence" ON "ledger_entries" USING btree (hashtextextended("platform_id", 0),"sequence");
--> statement-breakpoint
-- What drizzle-kit does not know: from which number on a reader has to wait (docs/decisions/books.md).
CREATE FUNCTION hold_ledger_sequence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  -- Until the commit readers see the last number that was drawn before those of this statement, and read no further.
  PERFORM pg_advisory_xact_lock_shared(7318404, (last_value & 2147483647)::integer) FROM ledger_entries_sequence_seq;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_sequence_held BEFORE INSERT ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION hold_ledger_sequence();
