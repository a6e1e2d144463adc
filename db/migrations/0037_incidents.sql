CREATE TABLE "incidents" (
	"id" text PRIMARY KEY NOT NULL,
	"component" text NOT NULL,
	"kind" text NOT NULL,
	"opened_at" timestamp(3) with time zone NOT NULL,
	"closed_at" timestamp(3) with time zone,
	"words" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "incidents_open" ON "incidents" USING btree ("component") WHERE "incidents"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "incidents_closed" ON "incidents" USING btree ("closed_at");