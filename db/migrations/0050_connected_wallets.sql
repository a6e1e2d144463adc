CREATE TABLE "connected_wallets" (
	"secure_payment_id" text NOT NULL,
	"wallet_address" text NOT NULL,
	"connected_address" text NOT NULL,
	"last_named_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "connected_wallets_pk" PRIMARY KEY("secure_payment_id","wallet_address","connected_address")
);
--> statement-breakpoint
ALTER TABLE "connected_wallets" ADD CONSTRAINT "connected_wallets_secure_payment_id_secure_payments_id_fk" FOREIGN KEY ("secure_payment_id") REFERENCES "public"."secure_payments"("id") ON DELETE no action ON UPDATE no action;