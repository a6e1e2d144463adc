CREATE TABLE "invoice_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"invoice_id" text NOT NULL,
	"platform_id" text NOT NULL,
	"person_id" text,
	"credential_id" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"locked_until" timestamp(3) with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"error" text,
	"ended_at" timestamp(3) with time zone,
	CONSTRAINT "invoice_mails_ended" CHECK (("invoice_mails"."state" = 'queued') = ("invoice_mails"."ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "invoice_mails" ADD CONSTRAINT "invoice_mails_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_mails_invoice" ON "invoice_mails" USING btree ("invoice_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_mails_queued" ON "invoice_mails" USING btree ("invoice_id") WHERE "invoice_mails"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "invoice_mails_due" ON "invoice_mails" USING btree ("due_at") WHERE "invoice_mails"."state" = 'queued';