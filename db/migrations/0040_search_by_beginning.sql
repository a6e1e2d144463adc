CREATE INDEX CONCURRENTLY "transfers_payer_start" ON "transfers" USING btree (((hashtext("platform_id")::bigint << 32) | ('x' || encode(substr("payer", 1, 4), 'hex'))::bit(32)::bigint)) WHERE "transfers"."payer" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "requests_payee_start" ON "requests" USING btree (hashtextextended("platform_id", 0),(lower("payee") collate "C"));--> statement-breakpoint
DROP INDEX CONCURRENTLY "transfers_payer_key";--> statement-breakpoint
DROP INDEX CONCURRENTLY "requests_payee";
