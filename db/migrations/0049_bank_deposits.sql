ALTER TABLE "offramps" ADD COLUMN "deposit_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "offramps" ADD COLUMN "deposit_amount" text;--> statement-breakpoint
ALTER TABLE "offramps" ADD COLUMN "deposit_tx_hash" "bytea";--> statement-breakpoint
ALTER TABLE "offramps" ADD COLUMN "deposit_from" "bytea";--> statement-breakpoint
ALTER TABLE "offramps" ADD COLUMN "deposit_block" bigint;--> statement-breakpoint
ALTER TABLE "offramp_links" ADD COLUMN "credential_id" text;--> statement-breakpoint
-- Off-ramps that moved before: all but those that the provider closed before it had a deposit have had money.
UPDATE "offramps" SET "deposit_at" = "changed_at"
WHERE "status" <> 'awaiting_funds' AND NOT ("status" = 'failed' AND "moves" <= 1);
