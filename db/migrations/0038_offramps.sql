CREATE TABLE "offramps" (
	"id" text PRIMARY KEY NOT NULL,
	"request_id" text NOT NULL,
	"payer_id" text NOT NULL,
	"bank_account_id" text NOT NULL,
	"provider" text NOT NULL,
	"provider_transfer_id" text NOT NULL,
	"deposit_address" "bytea" NOT NULL,
	"return_address" "bytea" NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"destination_amount" text,
	"destination_currency" text NOT NULL,
	"fees" jsonb NOT NULL,
	"status" text NOT NULL,
	"moves" smallint DEFAULT 0 NOT NULL,
	"next_poll_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL,
	"replaced_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "offramp_status" text;--> statement-breakpoint
ALTER TABLE "offramps" ADD CONSTRAINT "offramps_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offramps" ADD CONSTRAINT "offramps_payer_id_payers_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."payers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offramps" ADD CONSTRAINT "offramps_bank_account_id_payer_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "public"."payer_bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "offramps_request" ON "offramps" USING btree ("request_id") WHERE "offramps"."replaced_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "offramps_transfer" ON "offramps" USING btree ("provider","provider_transfer_id");--> statement-breakpoint
CREATE INDEX "offramps_payer" ON "offramps" USING btree ("payer_id");--> statement-breakpoint
CREATE INDEX "offramps_due" ON "offramps" USING btree ("next_poll_at") WHERE "offramps"."next_poll_at" is not null;