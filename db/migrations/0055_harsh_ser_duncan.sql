CREATE TABLE "lifi_transfers" (
	"deposit_id" text PRIMARY KEY NOT NULL,
	"transaction_id" "bytea" NOT NULL,
	"word" text,
	"substatus" text,
	"asks" integer NOT NULL,
	"next_ask_at" timestamp(3) with time zone,
	"asked_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "lifi_transfers" ADD CONSTRAINT "lifi_transfers_deposit_id_crosschain_deposits_id_fk" FOREIGN KEY ("deposit_id") REFERENCES "public"."crosschain_deposits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lifi_transfers_transaction" ON "lifi_transfers" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "lifi_transfers_due" ON "lifi_transfers" USING btree ("next_ask_at") WHERE "lifi_transfers"."next_ask_at" is not null;