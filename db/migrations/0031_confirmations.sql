ALTER TABLE "payee_destinations" ADD COLUMN "confirmation_tiers" jsonb;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "required_confirmations" smallint;--> statement-breakpoint
ALTER TABLE "platforms" ADD COLUMN "confirmation_tiers" jsonb;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "required_confirmations" smallint;