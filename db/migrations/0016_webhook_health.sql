ALTER TABLE "webhook_endpoints" ADD COLUMN "retry_schedule" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "failing_since" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "consecutive_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "disabled_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "disabled_reason" text;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "disabled_notice_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_unnoticed" ON "webhook_endpoints" USING btree ("id") WHERE "webhook_endpoints"."disabled_at" is not null and "webhook_endpoints"."disabled_notice_at" is null;