CREATE TABLE "event_sink_cursors" (
	"platform_id" text PRIMARY KEY NOT NULL,
	"sequence" bigint NOT NULL,
	"locked_until" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "event_sink_cursors" ADD CONSTRAINT "event_sink_cursors_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;