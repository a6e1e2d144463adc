CREATE TABLE "invoice_customers" (
	"invoice_id" text PRIMARY KEY NOT NULL,
	"platform_id" text NOT NULL,
	"details" text,
	"salt" "bytea",
	"erased_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "invoice_issuers" (
	"platform_id" text PRIMARY KEY NOT NULL,
	"details" jsonb NOT NULL,
	"invoice_pattern" text NOT NULL,
	"credit_note_pattern" text NOT NULL,
	"first_number" integer NOT NULL,
	"time_zone" text NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_series" (
	"platform_id" text NOT NULL,
	"series" text NOT NULL,
	"last_number" integer NOT NULL,
	CONSTRAINT "invoice_series_platform_id_series_pk" PRIMARY KEY("platform_id","series")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"platform_id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"request_id" text,
	"draft" jsonb,
	"series" text,
	"sequence" integer,
	"number" text,
	"content" text,
	"content_hash" "bytea",
	"issued_at" timestamp(3) with time zone,
	"corrects" text,
	"corrected_by" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "invoices_issued" CHECK (("invoices"."state" = 'draft') = ("invoices"."number" is null) and ("invoices"."number" is null) = ("invoices"."content" is null) and ("invoices"."number" is null) = ("invoices"."content_hash" is null) and ("invoices"."number" is null) = ("invoices"."sequence" is null) and ("invoices"."number" is null) = ("invoices"."issued_at" is null)),
	CONSTRAINT "invoices_cancelled" CHECK (("invoices"."state" = 'cancelled') = ("invoices"."corrected_by" is not null))
);
--> statement-breakpoint
ALTER TABLE "invoice_customers" ADD CONSTRAINT "invoice_customers_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoices_account" ON "invoices" USING btree ("platform_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_series" ON "invoices" USING btree ("platform_id","series","sequence") WHERE "invoices"."series" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("platform_id","number") WHERE "invoices"."number" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_corrects" ON "invoices" USING btree ("corrects") WHERE "invoices"."corrects" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_request" ON "invoices" USING btree ("request_id") WHERE "invoices"."request_id" is not null and "invoices"."kind" = 'invoice' and "invoices"."state" = 'issued';--> statement-breakpoint
CREATE FUNCTION refuse_changed_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = 'draft' AND TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  IF TG_OP = 'UPDATE' AND OLD.state = 'draft' THEN RETURN NEW; END IF;
  IF TG_OP = 'UPDATE' AND OLD.state = 'issued' AND NEW.state = 'cancelled' AND OLD.kind = 'invoice'
    AND to_jsonb(OLD) - 'state' - 'corrected_by' = to_jsonb(NEW) - 'state' - 'corrected_by' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'what is issued is never changed or removed';
END
$$;
--> statement-breakpoint
CREATE TRIGGER refuse_changed_invoices BEFORE UPDATE OR DELETE ON invoices FOR EACH ROW EXECUTE FUNCTION refuse_changed_invoices();
--> statement-breakpoint
CREATE FUNCTION refuse_gaps_of_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.last_number = OLD.last_number + 1 AND NEW.series = OLD.series AND NEW.platform_id = OLD.platform_id THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'numbers of invoices follow each other';
END
$$;
--> statement-breakpoint
CREATE TRIGGER refuse_gaps_of_invoices BEFORE UPDATE OR DELETE ON invoice_series FOR EACH ROW EXECUTE FUNCTION refuse_gaps_of_invoices();
--> statement-breakpoint
CREATE FUNCTION refuse_changed_invoice_customers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM invoices WHERE id = OLD.invoice_id AND state <> 'draft') THEN
    IF TG_OP = 'UPDATE' AND NEW.details IS NULL AND NEW.salt IS NULL AND NEW.erased_at IS NOT NULL
      AND NEW.invoice_id = OLD.invoice_id AND NEW.platform_id = OLD.platform_id THEN RETURN NEW; END IF;
    RAISE EXCEPTION 'the customer of what is issued is only ever erased';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER refuse_changed_invoice_customers BEFORE UPDATE OR DELETE ON invoice_customers FOR EACH ROW EXECUTE FUNCTION refuse_changed_invoice_customers();
