CREATE TABLE "chain_observations" (
	"network" text PRIMARY KEY NOT NULL,
	"head_block" bigint,
	"head_time" timestamp(3) with time zone,
	"looked_at" timestamp(3) with time zone,
	"answered_at" timestamp(3) with time zone,
	"nodes" text[] DEFAULT '{}' NOT NULL,
	"failed_passes" bigint DEFAULT 0 NOT NULL,
	"failed_at" timestamp(3) with time zone,
	"failing_since" timestamp(3) with time zone,
	"failure" text
);
