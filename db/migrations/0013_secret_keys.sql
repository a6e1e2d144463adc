CREATE TABLE "secret_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"proof" "bytea" NOT NULL,
	"signer" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"replaced_at" timestamp(3) with time zone,
	"retired_at" timestamp(3) with time zone
);
