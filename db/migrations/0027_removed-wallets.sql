CREATE TABLE "removed_wallets" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"address" text NOT NULL,
	"chain_id" bigint NOT NULL,
	"removed_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "removed_wallets" ADD CONSTRAINT "removed_wallets_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "removed_wallets_wallet" ON "removed_wallets" USING btree ("address","chain_id");