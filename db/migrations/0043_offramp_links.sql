CREATE TABLE "offramp_links" (
	"secure_payment_id" text PRIMARY KEY NOT NULL,
	"payer_id" text NOT NULL,
	"bank_account_id" text
);
--> statement-breakpoint
ALTER TABLE "offramp_links" ADD CONSTRAINT "offramp_links_secure_payment_id_secure_payments_id_fk" FOREIGN KEY ("secure_payment_id") REFERENCES "public"."secure_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offramp_links" ADD CONSTRAINT "offramp_links_payer_id_payers_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."payers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offramp_links" ADD CONSTRAINT "offramp_links_bank_account_id_payer_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "public"."payer_bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offramp_links_payer" ON "offramp_links" USING btree ("payer_id");