CREATE TABLE "refund_links" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"request_id" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"receiver" text,
	"named_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "refund_transfers" (
	"network" text NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"position" smallint NOT NULL,
	"refund_id" text NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" "bytea" NOT NULL,
	"block_time" timestamp(3) with time zone NOT NULL,
	"is_confirmed" boolean NOT NULL,
	CONSTRAINT "refund_transfers_tx_hash_position_network_pk" PRIMARY KEY("tx_hash","position","network")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"request_id" text NOT NULL,
	"network" text NOT NULL,
	"currency" text NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"receiver" text NOT NULL,
	"payer" "bytea",
	"refund_link_id" text,
	"payment_reference" "bytea" NOT NULL,
	"topic1" "bytea" NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "refund_links" ADD CONSTRAINT "refund_links_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_transfers" ADD CONSTRAINT "refund_transfers_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_links_token" ON "refund_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "refund_links_request" ON "refund_links" USING btree ("request_id","id");--> statement-breakpoint
CREATE INDEX "refund_transfers_refund" ON "refund_transfers" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "refund_transfers_block" ON "refund_transfers" USING btree ("network","block_number");--> statement-breakpoint
CREATE INDEX "refund_transfers_unconfirmed" ON "refund_transfers" USING btree ("network","block_number") WHERE not "refund_transfers"."is_confirmed";--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_topic1" ON "refunds" USING btree ("topic1");--> statement-breakpoint
CREATE INDEX "refunds_request" ON "refunds" USING btree ("request_id","id");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("expires_at") WHERE "refunds"."state" in ('prepared', 'taken_back');