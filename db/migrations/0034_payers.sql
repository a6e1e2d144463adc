CREATE TABLE "offramp_sandbox" (
	"id" text PRIMARY KEY NOT NULL,
	"state" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payer_bank_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"platform_id" text NOT NULL,
	"payer_id" text NOT NULL,
	"provider" text NOT NULL,
	"provider_account_id" text,
	"beneficiary_type" text NOT NULL,
	"currency" text NOT NULL,
	"rails" text NOT NULL,
	"country" text NOT NULL,
	"status" text NOT NULL,
	"rejection_message" text,
	"sealed" "bytea",
	"next_poll_at" timestamp(3) with time zone,
	"moves" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payers" (
	"id" text PRIMARY KEY NOT NULL,
	"platform_id" text NOT NULL,
	"client_user_id" text NOT NULL,
	"provider" text NOT NULL,
	"provider_link_id" text NOT NULL,
	"provider_customer_id" text,
	"kyc_status" text NOT NULL,
	"agreement_status" text NOT NULL,
	"sealed" "bytea",
	"next_poll_at" timestamp(3) with time zone,
	"moves" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL,
	"last_used_at" timestamp(3) with time zone NOT NULL,
	"erased_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "provider_notices" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"received_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "provider_notices_provider_event_id_pk" PRIMARY KEY("provider","event_id")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "offramp_access" text;--> statement-breakpoint
ALTER TABLE "client_ids" ADD COLUMN "offramp_access" text;--> statement-breakpoint
ALTER TABLE "payer_bank_accounts" ADD CONSTRAINT "payer_bank_accounts_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payer_bank_accounts" ADD CONSTRAINT "payer_bank_accounts_payer_id_payers_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."payers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payers" ADD CONSTRAINT "payers_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payer_bank_accounts_payer" ON "payer_bank_accounts" USING btree ("payer_id","id");--> statement-breakpoint
CREATE INDEX "payer_bank_accounts_due" ON "payer_bank_accounts" USING btree ("next_poll_at") WHERE "payer_bank_accounts"."next_poll_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payers_client_user" ON "payers" USING btree ("platform_id","client_user_id");--> statement-breakpoint
CREATE INDEX "payers_platform" ON "payers" USING btree ("platform_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payers_link" ON "payers" USING btree ("provider_link_id");--> statement-breakpoint
CREATE INDEX "payers_due" ON "payers" USING btree ("next_poll_at") WHERE "payers"."next_poll_at" is not null;--> statement-breakpoint
CREATE INDEX "payers_unused" ON "payers" USING btree ("last_used_at") WHERE "payers"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "provider_notices_received" ON "provider_notices" USING btree ("received_at");