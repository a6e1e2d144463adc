CREATE TABLE "quarantined_deposits" (
	"source_network" text NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"log_index" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"reason" text NOT NULL,
	"failures" integer NOT NULL,
	"since" timestamp(3) with time zone NOT NULL,
	"retry_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "quarantined_deposits_source_network_tx_hash_log_index_pk" PRIMARY KEY("source_network","tx_hash","log_index")
);
--> statement-breakpoint
ALTER TABLE "crosschain_deposits" ADD COLUMN "payee_amount" numeric(78,0);