CREATE TABLE "request_log" (
	"id" text PRIMARY KEY NOT NULL,
	"platform_id" text NOT NULL,
	"credential_kind" text NOT NULL,
	"credential_id" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"operation" text NOT NULL,
	"status" smallint NOT NULL,
	"latency_ms" real NOT NULL,
	"request_id" text NOT NULL,
	"ip" text,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payer_steps" (
	"secure_payment_id" text NOT NULL,
	"step" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "payer_steps_secure_payment_id_step_pk" PRIMARY KEY("secure_payment_id","step")
);
--> statement-breakpoint
DROP INDEX "transfers_platform";--> statement-breakpoint
DROP INDEX "requests_platform";--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "paid_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "link_expires_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "link_end" text;--> statement-breakpoint
-- What rows from before say about themselves, from what is known of their links and transfers.
UPDATE "requests" SET "link_expires_at" = "link"."expires_at",
  "link_end" = CASE WHEN "link"."status" IN ('expired', 'compliance_failed') THEN "link"."status" END
FROM (
  SELECT DISTINCT ON ("asks"."request_id") "asks"."request_id", "asking"."expires_at", "asking"."status"
  FROM "secure_payment_requests" "asks"
  JOIN "secure_payments" "asking" ON "asking"."id" = "asks"."secure_payment_id"
  WHERE "asking"."merged_into_id" IS NULL
  ORDER BY "asks"."request_id", "asking"."id" DESC
) "link" WHERE "link"."request_id" = "requests"."id";--> statement-breakpoint
UPDATE "requests" SET "paid_at" = "covering"."block_time"
FROM (
  SELECT DISTINCT ON ("sums"."request_id") "sums"."request_id", "sums"."block_time"
  FROM (
    SELECT "request_id", "block_time", "block_number", "log_index",
      sum("amount") OVER (PARTITION BY "request_id" ORDER BY "block_number", "log_index") AS "so_far"
    FROM "transfers" WHERE "mismatch" IS NULL AND "state" IN ('confirmed', 'final')
  ) "sums"
  JOIN "requests" "asked" ON "asked"."id" = "sums"."request_id" AND "sums"."so_far" >= "asked"."amount"
  ORDER BY "sums"."request_id", "sums"."block_number", "sums"."log_index"
) "covering" WHERE "covering"."request_id" = "requests"."id" AND "requests"."status" = 'paid';--> statement-breakpoint
ALTER TABLE "payer_steps" ADD CONSTRAINT "payer_steps_secure_payment_id_secure_payments_id_fk" FOREIGN KEY ("secure_payment_id") REFERENCES "public"."secure_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "request_log_platform" ON "request_log" USING btree ("platform_id","id");--> statement-breakpoint
CREATE INDEX "request_log_errors" ON "request_log" USING btree ("platform_id","id") WHERE "request_log"."status" >= 400;--> statement-breakpoint
CREATE INDEX "requests_shelf" ON "requests" USING btree (hashtextextended(
    "platform_id" || '/' || "kind" || '/' || "payment_currency" || '/' || (case "status"
    when 'paid' then case when "paid_at" > "link_expires_at" then 'late' else 'paid' end
    when 'partially_paid' then 'partial'
    when 'processing' then 'in_progress'
    when 'created' then coalesce("link_end", 'pending')
    else "status" end), 0),"created_at");--> statement-breakpoint
CREATE INDEX "requests_amount" ON "requests" USING btree (hashtextextended("platform_id" || '/' || "kind" || '/' || "payment_currency", 0),"amount");--> statement-breakpoint
CREATE INDEX "secure_payments_payer_identifier" ON "secure_payments" USING btree ("platform_id","payer_identifier") WHERE "secure_payments"."payer_identifier" is not null;--> statement-breakpoint
CREATE INDEX "transfers_platform" ON "transfers" USING btree (hashtextextended("platform_id", 0),"block_time","id") WHERE "transfers"."mismatch" is null and "transfers"."state" in ('seen', 'confirmed', 'final');--> statement-breakpoint
CREATE INDEX "requests_platform" ON "requests" USING btree (hashtextextended("platform_id", 0),"id");