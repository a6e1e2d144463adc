CREATE TABLE "executor_transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"sender" "bytea" NOT NULL,
	"nonce" bigint NOT NULL,
	"attempt" smallint NOT NULL,
	"hash" "bytea" NOT NULL,
	"raw" "bytea" NOT NULL,
	"to" "bytea" NOT NULL,
	"data" "bytea" NOT NULL,
	"gas_limit" numeric(78,0) NOT NULL,
	"max_fee" numeric(78,0) NOT NULL,
	"max_priority_fee" numeric(78,0) NOT NULL,
	"instalments" jsonb NOT NULL,
	"state" text NOT NULL,
	"is_settled" boolean DEFAULT false NOT NULL,
	"signed_at_block" bigint NOT NULL,
	"lost_at_block" bigint,
	"refusal" text,
	"block_number" bigint,
	"block_hash" "bytea",
	"succeeded" boolean,
	"paid" integer,
	"failed" integer,
	"gas_used" numeric(78,0),
	"gas_price" numeric(78,0),
	"signed_at" timestamp(3) with time zone NOT NULL,
	"mined_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "executor_wallets" (
	"network" text PRIMARY KEY NOT NULL,
	"address" "bytea",
	"state" text NOT NULL,
	"reason" text,
	"balance" numeric(78,0),
	"executions_left" bigint,
	"checked_at" timestamp(3) with time zone,
	"failed_instalments" bigint DEFAULT 0 NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "executor_transactions_nonce" ON "executor_transactions" USING btree ("network","sender","nonce","attempt");--> statement-breakpoint
CREATE INDEX "executor_transactions_open" ON "executor_transactions" USING btree ("network","nonce") WHERE not "executor_transactions"."is_settled";--> statement-breakpoint
CREATE INDEX "executor_transactions_blocks" ON "executor_transactions" USING btree ("network","block_number") WHERE "executor_transactions"."state" = 'mined';