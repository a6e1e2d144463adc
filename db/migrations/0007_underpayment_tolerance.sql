ALTER TABLE "payee_destinations" ADD COLUMN "underpayment_tolerance" jsonb;--> statement-breakpoint
ALTER TABLE "platforms" ADD COLUMN "underpayment_tolerance" jsonb;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "tolerated_amount" numeric(78,0);--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "tolerated_for" text;