CREATE TABLE "quotes" (
	"id" text PRIMARY KEY NOT NULL,
	"request_id" text NOT NULL,
	"payer" text NOT NULL,
	"payment_currency" text NOT NULL,
	"rate" text NOT NULL,
	"sources" jsonb NOT NULL,
	"invoice_amount" numeric(78,0) NOT NULL,
	"payment_amount" numeric(78,0) NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"signature" text NOT NULL,
	"superseded_by" text
);
--> statement-breakpoint
ALTER TABLE "request_sums" ADD COLUMN "converted" numeric(78,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "transfer_changes" ADD COLUMN "converted" numeric(78,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "credited" numeric(78,0);--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "valuation" text;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "quote_id" text;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "rate" text;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "rate_sources" jsonb;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "quotes_newest" ON "quotes" USING btree ("request_id","payment_currency","payer") WHERE "quotes"."superseded_by" is null;--> statement-breakpoint
CREATE INDEX "quotes_request" ON "quotes" USING btree ("request_id","created_at");--> statement-breakpoint
CREATE INDEX "quotes_expired" ON "quotes" USING btree ("expires_at");--> statement-breakpoint
-- As before, with what a transfer credits in place of its amount. A table that is large is not rewritten: where
-- `credited` is null, the amount is what counts.
CREATE OR REPLACE FUNCTION "note_transfer_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO transfer_changes (request_id, transfers, counted, received, fees, settled, converted)
    SELECT request_id, count(*), sum(coalesce(credited, amount)), sum(coalesce(credited, received, amount)),
      sum(fee_amount), coalesce(sum(coalesce(credited, amount)) FILTER (WHERE state IN ('confirmed', 'final')), 0),
      coalesce(sum(amount) FILTER (WHERE credited IS NOT NULL), 0)
    FROM new_rows WHERE mismatch IS NULL AND state IN ('seen', 'confirmed', 'final') GROUP BY 1;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO transfer_changes (request_id, transfers, counted, received, fees, settled, converted)
    SELECT * FROM (
      SELECT request_id, sum(sign) AS transfers, sum(sign * coalesce(credited, amount)) AS counted,
        sum(sign * coalesce(credited, received, amount)) AS received, sum(sign * fee_amount) AS fees,
        coalesce(sum(sign * coalesce(credited, amount)) FILTER (WHERE state IN ('confirmed', 'final')), 0) AS settled,
        coalesce(sum(sign * amount) FILTER (WHERE credited IS NOT NULL), 0) AS converted
      FROM (
        SELECT request_id, mismatch, state, amount, credited, received, fee_amount, 1 AS sign FROM new_rows
        UNION ALL
        SELECT request_id, mismatch, state, amount, credited, received, fee_amount, -1 FROM old_rows
      ) AS rows WHERE mismatch IS NULL AND state IN ('seen', 'confirmed', 'final') GROUP BY 1
    ) AS changed
    WHERE transfers <> 0 OR counted <> 0 OR received <> 0 OR fees <> 0 OR settled <> 0 OR converted <> 0;
  ELSE
    INSERT INTO transfer_changes (request_id, transfers, counted, received, fees, settled, converted)
    SELECT request_id, -count(*), -sum(coalesce(credited, amount)), -sum(coalesce(credited, received, amount)),
      -sum(fee_amount), -coalesce(sum(coalesce(credited, amount)) FILTER (WHERE state IN ('confirmed', 'final')), 0),
      -coalesce(sum(amount) FILTER (WHERE credited IS NOT NULL), 0)
    FROM old_rows WHERE mismatch IS NULL AND state IN ('seen', 'confirmed', 'final') GROUP BY 1;
  END IF;
  RETURN NULL;
END
$$;
