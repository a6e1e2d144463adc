CREATE TABLE "wake_ups" (
	"channel" text PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL
);
