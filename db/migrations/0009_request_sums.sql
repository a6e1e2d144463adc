CREATE TABLE "quarantined_requests" (
	"request_id" text PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"reason" text NOT NULL,
	"failures" integer NOT NULL,
	"since" timestamp(3) with time zone NOT NULL,
	"retry_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_sums" (
	"request_id" text PRIMARY KEY NOT NULL,
	"transfers" bigint NOT NULL,
	"counted" numeric(78,0) NOT NULL,
	"received" numeric(78,0) NOT NULL,
	"fees" numeric(78,0) NOT NULL,
	"settled" numeric(78,0) NOT NULL,
	"covered_by" text,
	"covered_excess" numeric(78,0),
	"partial_events" integer DEFAULT 0 NOT NULL,
	"last_partial_at" timestamp(3) with time zone,
	"settle_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "transfer_changes" (
	"request_id" text NOT NULL,
	"transfers" bigint NOT NULL,
	"counted" numeric(78,0) NOT NULL,
	"received" numeric(78,0) NOT NULL,
	"fees" numeric(78,0) NOT NULL,
	"settled" numeric(78,0) NOT NULL
);
--> statement-breakpoint
DROP INDEX "transfers_request";--> statement-breakpoint
ALTER TABLE "quarantined_requests" ADD CONSTRAINT "quarantined_requests_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quarantined_requests_due" ON "quarantined_requests" USING btree ("network","retry_at");--> statement-breakpoint
CREATE INDEX "request_sums_due" ON "request_sums" USING btree ("settle_at") WHERE "request_sums"."settle_at" is not null;--> statement-breakpoint
CREATE INDEX "transfer_changes_request" ON "transfer_changes" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "transfers_uncounted" ON "transfers" USING btree ("request_id","mismatch","block_number","log_index") WHERE "transfers"."mismatch" is not null or "transfers"."state" in ('orphaned', 'dropped');--> statement-breakpoint
CREATE INDEX "transfers_unannounced" ON "transfers" USING btree ("request_id","block_number","log_index") WHERE "transfers"."announced_round" is null and "transfers"."mismatch" is null
    and "transfers"."state" in ('confirmed', 'final');--> statement-breakpoint
CREATE INDEX "transfers_request" ON "transfers" USING btree ("request_id","block_number","log_index") WHERE "transfers"."mismatch" is null and "transfers"."state" in ('seen', 'confirmed', 'final');
--> statement-breakpoint
-- Transfers whose announcement ended with an earlier round are announced anew when they come back.
UPDATE transfers SET announced_round = NULL FROM requests
WHERE requests.id = transfers.request_id AND requests.settlement_round > 0
  AND transfers.announced_round < requests.settlement_round;
--> statement-breakpoint
-- Rows to add up, and never to wait for: two commits that touch one request do not stand in each other's way.
CREATE FUNCTION "note_transfer_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO transfer_changes (request_id, transfers, counted, received, fees, settled)
    SELECT request_id, count(*), sum(amount), sum(coalesce(received, amount)), sum(fee_amount),
      coalesce(sum(amount) FILTER (WHERE state IN ('confirmed', 'final')), 0)
    FROM new_rows WHERE mismatch IS NULL AND state IN ('seen', 'confirmed', 'final') GROUP BY 1;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO transfer_changes (request_id, transfers, counted, received, fees, settled)
    SELECT request_id, sum(sign), sum(sign * amount), sum(sign * coalesce(received, amount)),
      sum(sign * fee_amount), coalesce(sum(sign * amount) FILTER (WHERE state IN ('confirmed', 'final')), 0) AS settled
    FROM (
      SELECT request_id, mismatch, state, amount, received, fee_amount, 1 AS sign FROM new_rows
      UNION ALL
      SELECT request_id, mismatch, state, amount, received, fee_amount, -1 FROM old_rows
    ) AS rows WHERE mismatch IS NULL AND state IN ('seen', 'confirmed', 'final') GROUP BY 1
    HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0 OR sum(sign * coalesce(received, amount)) <> 0
      OR sum(sign * fee_amount) <> 0
      OR coalesce(sum(sign * amount) FILTER (WHERE state IN ('confirmed', 'final')), 0) <> 0;
  ELSE
    INSERT INTO transfer_changes (request_id, transfers, counted, received, fees, settled)
    SELECT request_id, -count(*), -sum(amount), -sum(coalesce(received, amount)), -sum(fee_amount),
      -coalesce(sum(amount) FILTER (WHERE state IN ('confirmed', 'final')), 0)
    FROM old_rows WHERE mismatch IS NULL AND state IN ('seen', 'confirmed', 'final') GROUP BY 1;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "transfers_summed" AFTER INSERT ON "transfers"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "note_transfer_changes"();--> statement-breakpoint
CREATE TRIGGER "transfers_resummed" AFTER UPDATE ON "transfers"
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "note_transfer_changes"();--> statement-breakpoint
CREATE TRIGGER "transfers_unsummed" AFTER DELETE ON "transfers"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "note_transfer_changes"();
