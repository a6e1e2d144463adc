ALTER TABLE "recurring_payments" ADD COLUMN "paused_by" text;--> statement-breakpoint
ALTER TABLE "recurring_payments" ADD COLUMN "changed_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "recurring_payments_changed" ON "recurring_payments" USING btree ("platform_id","changed_at","id");