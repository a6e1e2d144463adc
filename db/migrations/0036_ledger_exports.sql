CREATE TABLE "ledger_exports" (
	"id" text PRIMARY KEY NOT NULL,
	"platform_id" text NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"query" jsonb NOT NULL,
	"inputs" jsonb NOT NULL,
	"file_name" text NOT NULL,
	"person_id" text,
	"credential_id" text NOT NULL,
	"finished_at" timestamp(3) with time zone,
	"rows" integer,
	"bytes" bigint,
	"sha256" "bytea",
	CONSTRAINT "ledger_exports_whole" CHECK (num_nulls("ledger_exports"."finished_at", "ledger_exports"."rows", "ledger_exports"."bytes", "ledger_exports"."sha256") in (0, 4))
);
--> statement-breakpoint
CREATE INDEX "ledger_exports_account" ON "ledger_exports" USING btree ("platform_id","id");