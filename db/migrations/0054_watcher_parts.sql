CREATE TABLE "watcher_parts" (
	"network" text NOT NULL,
	"part" smallint NOT NULL,
	"parts" smallint NOT NULL,
	"next_block" bigint NOT NULL,
	"recorded_to" bigint NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp(3) with time zone,
	CONSTRAINT "watcher_parts_network_part_pk" PRIMARY KEY("network","part")
);
