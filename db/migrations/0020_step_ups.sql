CREATE TABLE "step_ups" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"platform_id" text NOT NULL,
	"person_id" text,
	"operation" text NOT NULL,
	"content" text NOT NULL,
	"digest" "bytea" NOT NULL,
	"action" text NOT NULL,
	"account" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"proven_at" timestamp(3) with time zone,
	"credential" jsonb,
	"evidence" jsonb,
	"used_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "is_from_dashboard" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "platforms" ADD COLUMN "has_step_up_for_every_session" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "step_ups" ADD CONSTRAINT "step_ups_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "step_ups_expires" ON "step_ups" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "users_platform" ON "users" USING btree ("platform_id");