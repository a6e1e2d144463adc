CREATE TABLE "crosschain_cursors" (
	"network" text PRIMARY KEY NOT NULL,
	"finalized_block" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "crosschain_deposits" (
	"id" text PRIMARY KEY NOT NULL,
	"request_id" text NOT NULL,
	"state" text NOT NULL,
	"source_network" text NOT NULL,
	"deposit_id" numeric(78,0) NOT NULL,
	"destination_network" text NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"log_index" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" "bytea" NOT NULL,
	"block_time" timestamp(3) with time zone NOT NULL,
	"payer" "bytea",
	"payer_eoa" "bytea",
	"depositor" "bytea" NOT NULL,
	"recipient" "bytea" NOT NULL,
	"input_token" "bytea" NOT NULL,
	"output_token" "bytea" NOT NULL,
	"input_amount" numeric(78,0) NOT NULL,
	"output_amount" numeric(78,0) NOT NULL,
	"exclusive_relayer" "bytea" NOT NULL,
	"exclusivity_deadline" bigint NOT NULL,
	"quote_timestamp" bigint NOT NULL,
	"fill_deadline" bigint NOT NULL,
	"message" "bytea" NOT NULL,
	"message_hash" "bytea" NOT NULL,
	"fills_from" bigint NOT NULL,
	"fill_tx_hash" "bytea",
	"fill_block_number" bigint,
	"fill_block_hash" "bytea",
	"expired_at" timestamp(3) with time zone,
	"refunds_from" bigint,
	"refund_tx_hash" "bytea",
	"refund_log_index" integer,
	"refund_position" smallint,
	"refund_block_number" bigint,
	"refund_block_hash" "bytea",
	"seen_at" timestamp(3) with time zone NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "source_network" text;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "deposit_id" numeric(78,0);--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "is_fallback" boolean;--> statement-breakpoint
ALTER TABLE "crosschain_deposits" ADD CONSTRAINT "crosschain_deposits_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "crosschain_deposits_identity" ON "crosschain_deposits" USING btree ("source_network","deposit_id");--> statement-breakpoint
CREATE INDEX "crosschain_deposits_request" ON "crosschain_deposits" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "crosschain_deposits_block" ON "crosschain_deposits" USING btree ("source_network","block_number");--> statement-breakpoint
CREATE INDEX "crosschain_deposits_tx" ON "crosschain_deposits" USING btree ("tx_hash");--> statement-breakpoint
CREATE INDEX "crosschain_deposits_open" ON "crosschain_deposits" USING btree ("destination_network") WHERE "crosschain_deposits"."state" in ('bridging', 'expired');--> statement-breakpoint
CREATE INDEX "crosschain_deposits_refunding" ON "crosschain_deposits" USING btree ("source_network") WHERE "crosschain_deposits"."state" in ('refunding', 'failed');--> statement-breakpoint
CREATE INDEX "crosschain_deposits_fill" ON "crosschain_deposits" USING btree ("destination_network","fill_block_number");