CREATE TABLE "settler_transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"sender" "bytea" NOT NULL,
	"nonce" bigint NOT NULL,
	"attempt" smallint NOT NULL,
	"hash" "bytea" NOT NULL,
	"raw" "bytea" NOT NULL,
	"to" "bytea" NOT NULL,
	"data" "bytea" NOT NULL,
	"addresses" smallint NOT NULL,
	"gas_limit" numeric(78,0) NOT NULL,
	"max_fee" numeric(78,0) NOT NULL,
	"max_priority_fee" numeric(78,0) NOT NULL,
	"state" text NOT NULL,
	"is_settled" boolean DEFAULT false NOT NULL,
	"signed_at_block" bigint NOT NULL,
	"lost_at_block" bigint,
	"block_number" bigint,
	"block_hash" "bytea",
	"succeeded" boolean,
	"gas_used" numeric(78,0),
	"gas_price" numeric(78,0),
	"signed_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settlers" (
	"network" text PRIMARY KEY NOT NULL,
	"address" "bytea",
	"state" text NOT NULL,
	"reason" text,
	"balance" numeric(78,0),
	"checked_at" timestamp(3) with time zone,
	"lease_owner" text,
	"lease_until" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "settler_transactions_nonce" ON "settler_transactions" USING btree ("network","sender","nonce","attempt");--> statement-breakpoint
CREATE INDEX "settler_transactions_open" ON "settler_transactions" USING btree ("network","nonce") WHERE not "settler_transactions"."is_settled";--> statement-breakpoint
CREATE INDEX "settler_transactions_day" ON "settler_transactions" USING btree ("network","signed_at");