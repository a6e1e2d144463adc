CREATE TABLE "key_uses" (
	"key_id" text PRIMARY KEY NOT NULL,
	"day" text NOT NULL,
	"payments" integer NOT NULL,
	"micro_usd" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orchestrator_keys" ADD COLUMN "daily_payments" integer;--> statement-breakpoint
ALTER TABLE "orchestrator_keys" ADD COLUMN "daily_micro_usd" bigint;--> statement-breakpoint
ALTER TABLE "orchestrator_keys" ADD COLUMN "first_key_id" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "daily_payments" integer;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "daily_micro_usd" bigint;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "first_key_id" text;