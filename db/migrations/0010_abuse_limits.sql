CREATE TABLE "budgets" (
	"scope" text PRIMARY KEY NOT NULL,
	"used" integer NOT NULL,
	"ends_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "screening_answers" (
	"platform_id" text NOT NULL,
	"provider" text NOT NULL,
	"policy_id" text NOT NULL,
	"network" text NOT NULL,
	"wallet_address" text NOT NULL,
	"status" text NOT NULL,
	"reason_code" text,
	"evaluated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "screening_answers_question" PRIMARY KEY("platform_id","wallet_address","provider","policy_id","network")
);
--> statement-breakpoint
ALTER TABLE "secure_payment_intents" ADD COLUMN "is_proven" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "secure_payment_intents" ADD COLUMN "claimed_from" text;--> statement-breakpoint
CREATE INDEX "budgets_ends" ON "budgets" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "screening_answers_evaluated" ON "screening_answers" USING btree ("evaluated_at");--> statement-breakpoint
-- Payments that were relayed before the upgrade and may still be on their way.
UPDATE "secure_payment_intents" SET "is_proven" = true
WHERE "created_at" > now() - interval '1 day' AND "kind" = 'transaction' AND "details" ? 'expiresAt';
