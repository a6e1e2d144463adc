CREATE TABLE "deposit_addresses" (
	"network" text NOT NULL,
	"address" "bytea" NOT NULL,
	"request_id" text NOT NULL,
	"payee" "bytea" NOT NULL,
	"token" "bytea" NOT NULL,
	"fee_proxy" "bytea" NOT NULL,
	"payment_reference" "bytea" NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"fee_receiver" "bytea",
	"fee_amount" numeric(78,0) NOT NULL,
	"leg_receiver" "bytea",
	"leg_amount" numeric(78,0) NOT NULL,
	"leg_reference" "bytea",
	"created_at" timestamp(3) with time zone NOT NULL,
	"watched_until" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "deposit_addresses_network_address_pk" PRIMARY KEY("network","address")
);
--> statement-breakpoint
CREATE TABLE "deposit_collections" (
	"network" text NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"position" smallint NOT NULL,
	"address" "bytea" NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"block_number" bigint NOT NULL,
	"block_time" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "deposit_collections_tx_hash_position_network_pk" PRIMARY KEY("tx_hash","position","network")
);
--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "deposit_address" "bytea";--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "sent_from" "bytea";--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "arrived" numeric(78,0);--> statement-breakpoint
ALTER TABLE "deposit_addresses" ADD CONSTRAINT "deposit_addresses_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deposit_addresses_request" ON "deposit_addresses" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "deposit_addresses_watched" ON "deposit_addresses" USING btree ("network","watched_until");--> statement-breakpoint
CREATE INDEX "deposit_addresses_created" ON "deposit_addresses" USING btree ("network","created_at");--> statement-breakpoint
CREATE INDEX "deposit_collections_address" ON "deposit_collections" USING btree ("network","address");--> statement-breakpoint
CREATE INDEX "deposit_collections_block" ON "deposit_collections" USING btree ("network","block_number");