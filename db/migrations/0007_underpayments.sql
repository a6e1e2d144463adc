ALTER TABLE "payee_destinations" ADD COLUMN "underpayment" jsonb;--> statement-breakpoint
ALTER TABLE "platforms" ADD COLUMN "underpayment" jsonb;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "least_amount" numeric(78,0);--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "tolerates" text;