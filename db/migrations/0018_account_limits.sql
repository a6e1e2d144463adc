ALTER TABLE "platforms" ADD COLUMN "disabled_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "platforms" ADD COLUMN "disabled_reason" text;--> statement-breakpoint
ALTER TABLE "platforms" ADD COLUMN "rate_tier" text;--> statement-breakpoint
ALTER TABLE "platforms" ADD COLUMN "creations_per_day" integer;