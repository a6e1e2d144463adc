CREATE TABLE "recurring_attempts" (
	"instalment_id" text NOT NULL,
	"number" integer NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"outcome" text,
	"failure" text,
	"tx_hash" "bytea",
	CONSTRAINT "recurring_attempts_instalment_id_number_pk" PRIMARY KEY("instalment_id","number")
);
--> statement-breakpoint
CREATE TABLE "recurring_cursors" (
	"network" text PRIMARY KEY NOT NULL,
	"finalized_block" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recurring_instalments" (
	"id" text PRIMARY KEY NOT NULL,
	"recurring_payment_id" text NOT NULL,
	"index" smallint NOT NULL,
	"request_id" text NOT NULL,
	"status" text NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recurring_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"platform_id" text NOT NULL,
	"client_id_id" text,
	"origin" text,
	"source" text,
	"network" text NOT NULL,
	"payment_currency" text NOT NULL,
	"payee" text NOT NULL,
	"payer" text NOT NULL,
	"frequency" text NOT NULL,
	"fee_percentage" text,
	"customer_info" jsonb,
	"reference" text,
	"contract" "bytea" NOT NULL,
	"subscriber" "bytea" NOT NULL,
	"token" "bytea" NOT NULL,
	"recipient" "bytea" NOT NULL,
	"fee_address" "bytea" NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"fee_amount" numeric(78,0) NOT NULL,
	"gas_fee" numeric(78,0) NOT NULL,
	"period_seconds" integer NOT NULL,
	"first_exec" bigint NOT NULL,
	"total_executions" smallint NOT NULL,
	"nonce" numeric(78,0) NOT NULL,
	"deadline" bigint NOT NULL,
	"digest" "bytea" NOT NULL,
	"signature" "bytea",
	"status" text NOT NULL,
	"processed" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp(3) with time zone,
	"failure_count" smallint DEFAULT 0 NOT NULL,
	"failure" text,
	"last_payment_at" timestamp(3) with time zone,
	"cancelled_by" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"activated_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "recurring_attempts" ADD CONSTRAINT "recurring_attempts_instalment_id_recurring_instalments_id_fk" FOREIGN KEY ("instalment_id") REFERENCES "public"."recurring_instalments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurring_instalments" ADD CONSTRAINT "recurring_instalments_recurring_payment_id_recurring_payments_id_fk" FOREIGN KEY ("recurring_payment_id") REFERENCES "public"."recurring_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurring_instalments" ADD CONSTRAINT "recurring_instalments_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurring_payments" ADD CONSTRAINT "recurring_payments_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "recurring_instalments_index" ON "recurring_instalments" USING btree ("recurring_payment_id","index");--> statement-breakpoint
CREATE UNIQUE INDEX "recurring_instalments_request" ON "recurring_instalments" USING btree ("request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recurring_payments_digest" ON "recurring_payments" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "recurring_payments_platform" ON "recurring_payments" USING btree ("platform_id","id");--> statement-breakpoint
CREATE INDEX "recurring_payments_due" ON "recurring_payments" USING btree ("network","next_attempt_at") WHERE "recurring_payments"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "recurring_payments_payer" ON "recurring_payments" USING btree ("network","subscriber","token");--> statement-breakpoint
CREATE INDEX "recurring_payments_deadline" ON "recurring_payments" USING btree ("network","deadline") WHERE "recurring_payments"."status" in ('pending', 'active', 'paused');