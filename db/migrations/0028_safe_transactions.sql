CREATE TABLE "safe_offers" (
	"secure_payment_id" text NOT NULL,
	"offer_hash" "bytea" NOT NULL,
	"safe" text NOT NULL,
	"calls" jsonb NOT NULL,
	"offered_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "safe_offers_secure_payment_id_offer_hash_pk" PRIMARY KEY("secure_payment_id","offer_hash")
);--> statement-breakpoint
CREATE TABLE "safe_transactions" (
	"intent_id" text PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"safe" text NOT NULL,
	"version" text NOT NULL,
	"nonce" bigint NOT NULL,
	"threshold" integer NOT NULL,
	"owner_count" integer NOT NULL,
	"signers" jsonb,
	"asked_at" timestamp(3) with time zone,
	"holds_until" timestamp(3) with time zone NOT NULL,
	"tracked_until" timestamp(3) with time zone NOT NULL,
	"looked_up_to" bigint NOT NULL,
	"nonce_before" bigint NOT NULL,
	"others" jsonb NOT NULL,
	"outcome" text,
	"outcome_tx_hash" "bytea",
	"outcome_block" bigint,
	"failure" text,
	"ended_at" timestamp(3) with time zone
);--> statement-breakpoint
ALTER TABLE "secure_payment_intents" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "safe_offers" ADD CONSTRAINT "safe_offers_secure_payment_id_secure_payments_id_fk" FOREIGN KEY ("secure_payment_id") REFERENCES "public"."secure_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "safe_transactions" ADD CONSTRAINT "safe_transactions_intent_id_secure_payment_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."secure_payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "safe_transactions_outcome" ON "safe_transactions" USING btree ("network","outcome_block");