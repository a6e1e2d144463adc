CREATE TABLE "orchestrator_fee_configs" (
	"id" text PRIMARY KEY NOT NULL,
	"orchestrator_id" text NOT NULL,
	"client_id_id" text,
	"flow" text NOT NULL,
	"fee_bearer" text NOT NULL,
	"bps" integer NOT NULL,
	"usd_cap" text,
	"evm_address" text,
	"tron_address" text,
	"status" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "access_rejections" (
	"secure_payment_id" text NOT NULL,
	"wallet_address" text NOT NULL,
	"announced_at" timestamp(3) with time zone NOT NULL,
	"event_id" text,
	CONSTRAINT "access_rejections_secure_payment_id_wallet_address_pk" PRIMARY KEY("secure_payment_id","wallet_address")
);
--> statement-breakpoint
CREATE TABLE "secure_payment_children" (
	"parent_id" text NOT NULL,
	"child_id" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "secure_payment_children_parent_id_position_pk" PRIMARY KEY("parent_id","position")
);
--> statement-breakpoint
CREATE TABLE "secure_payment_intents" (
	"id" text PRIMARY KEY NOT NULL,
	"secure_payment_id" text NOT NULL,
	"intent_key" "bytea" NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"chain" text NOT NULL,
	"token" text,
	"payer_address" text,
	"payer_eoa_address" text,
	"safe_payment_deadline" timestamp(3) with time zone,
	"details" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secure_payment_requests" (
	"secure_payment_id" text NOT NULL,
	"request_id" text NOT NULL,
	"position" integer NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	CONSTRAINT "secure_payment_requests_secure_payment_id_position_pk" PRIMARY KEY("secure_payment_id","position")
);
--> statement-breakpoint
CREATE TABLE "secure_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"platform_id" text NOT NULL,
	"client_id_id" text,
	"origin" text,
	"orchestrator_id" text,
	"payment_type" text NOT NULL,
	"flow" text NOT NULL,
	"status" text NOT NULL,
	"network" text,
	"currency" text,
	"destination" jsonb,
	"claimed_destination" jsonb,
	"fee_plan" jsonb,
	"access_policy" jsonb NOT NULL,
	"redirect_url" text,
	"redirect_label" text,
	"reference" text,
	"payer_identifier" text,
	"requested_execution_kind" text,
	"merged_into_id" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"completed_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "wallet_screenings" (
	"secure_payment_id" text NOT NULL,
	"wallet_address" text NOT NULL,
	"wallet_type" text NOT NULL,
	"parent_wallet_address" text,
	"status" text NOT NULL,
	"reason_code" text,
	"provider" text,
	"evaluated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "wallet_screenings_secure_payment_id_wallet_address_pk" PRIMARY KEY("secure_payment_id","wallet_address")
);
--> statement-breakpoint
ALTER TABLE "fee_legs" ADD COLUMN "amount" numeric(78,0);--> statement-breakpoint
ALTER TABLE "orchestrator_fee_configs" ADD CONSTRAINT "orchestrator_fee_configs_orchestrator_id_orchestrators_id_fk" FOREIGN KEY ("orchestrator_id") REFERENCES "public"."orchestrators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orchestrator_fee_configs" ADD CONSTRAINT "orchestrator_fee_configs_client_id_id_client_ids_id_fk" FOREIGN KEY ("client_id_id") REFERENCES "public"."client_ids"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_rejections" ADD CONSTRAINT "access_rejections_secure_payment_id_secure_payments_id_fk" FOREIGN KEY ("secure_payment_id") REFERENCES "public"."secure_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_payment_children" ADD CONSTRAINT "secure_payment_children_parent_id_secure_payments_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."secure_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_payment_children" ADD CONSTRAINT "secure_payment_children_child_id_secure_payments_id_fk" FOREIGN KEY ("child_id") REFERENCES "public"."secure_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_payment_intents" ADD CONSTRAINT "secure_payment_intents_secure_payment_id_secure_payments_id_fk" FOREIGN KEY ("secure_payment_id") REFERENCES "public"."secure_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_payment_requests" ADD CONSTRAINT "secure_payment_requests_secure_payment_id_secure_payments_id_fk" FOREIGN KEY ("secure_payment_id") REFERENCES "public"."secure_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_payment_requests" ADD CONSTRAINT "secure_payment_requests_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_payments" ADD CONSTRAINT "secure_payments_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_screenings" ADD CONSTRAINT "wallet_screenings_secure_payment_id_secure_payments_id_fk" FOREIGN KEY ("secure_payment_id") REFERENCES "public"."secure_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "orchestrator_fee_configs_slot" ON "orchestrator_fee_configs" USING btree ("orchestrator_id",coalesce("client_id_id", ''),"flow","fee_bearer");--> statement-breakpoint
CREATE INDEX "secure_payment_children_child" ON "secure_payment_children" USING btree ("child_id");--> statement-breakpoint
CREATE UNIQUE INDEX "secure_payment_intents_key" ON "secure_payment_intents" USING btree ("secure_payment_id","intent_key");--> statement-breakpoint
CREATE INDEX "secure_payment_requests_request" ON "secure_payment_requests" USING btree ("request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "secure_payments_token" ON "secure_payments" USING btree ("token");--> statement-breakpoint
CREATE INDEX "secure_payments_platform" ON "secure_payments" USING btree ("platform_id","id");--> statement-breakpoint
CREATE INDEX "secure_payments_due" ON "secure_payments" USING btree ("expires_at") WHERE "secure_payments"."status" = 'pending';