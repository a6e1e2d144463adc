CREATE TABLE "approved_payments" (
	"record_id" text PRIMARY KEY NOT NULL,
	"approval_id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "approved_payments" ADD CONSTRAINT "approved_payments_approval_id_approvals_id_fk" FOREIGN KEY ("approval_id") REFERENCES "public"."approvals"("id") ON DELETE no action ON UPDATE no action;