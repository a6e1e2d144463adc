CREATE INDEX CONCURRENTLY "transfers_payer_key" ON "transfers" USING btree (hashtextextended("platform_id" || '/' || encode("payer", 'hex'), 0)) WHERE "transfers"."payer" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transfers_block_ranges" ON "transfers" USING brin ("block_number" int8_minmax_multi_ops) WITH (pages_per_range=32,autosummarize=true);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "requests_reference_key" ON "requests" USING btree (hashtextextended("platform_id" || '/' || "reference", 0)) WHERE "requests"."reference" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_deliveries_of_event" ON "webhook_deliveries" USING hash ("event_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_deliveries_newest" ON "webhook_deliveries" USING btree (hashtextextended("endpoint_id", 0),"id");--> statement-breakpoint
DROP INDEX CONCURRENTLY "transfers_payer";--> statement-breakpoint
DROP INDEX CONCURRENTLY "transfers_blocks";--> statement-breakpoint
DROP INDEX CONCURRENTLY "requests_reference";--> statement-breakpoint
DROP INDEX CONCURRENTLY "webhook_deliveries_event";--> statement-breakpoint
DROP INDEX CONCURRENTLY "webhook_deliveries_log";
