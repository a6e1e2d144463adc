CREATE TABLE "notification_channels" (
	"id" text PRIMARY KEY NOT NULL,
	"platform_id" text NOT NULL,
	"membership_id" text NOT NULL,
	"kind" text NOT NULL,
	"address" "bytea" NOT NULL,
	"state" text NOT NULL,
	"events" text[] NOT NULL,
	"digest" text NOT NULL,
	"time_zone" text NOT NULL,
	"code" "bytea",
	"code_expires_at" timestamp(3) with time zone,
	"code_tries" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"confirmed_at" timestamp(3) with time zone,
	"due_at" timestamp(3) with time zone NOT NULL,
	"locked_until" timestamp(3) with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"failing_since" timestamp(3) with time zone,
	"error" text,
	"refusals" smallint DEFAULT 0 NOT NULL,
	"disabled_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "notification_messages" (
	"notice_id" text NOT NULL,
	"channel_id" text NOT NULL,
	"event" text NOT NULL,
	"facts" jsonb NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"error" text,
	CONSTRAINT "notification_messages_channel_id_notice_id_pk" PRIMARY KEY("channel_id","notice_id")
);
--> statement-breakpoint
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_channels_member" ON "notification_channels" USING btree ("membership_id");--> statement-breakpoint
CREATE INDEX "notification_channels_platform" ON "notification_channels" USING btree ("platform_id");--> statement-breakpoint
CREATE INDEX "notification_channels_due" ON "notification_channels" USING btree ("due_at") WHERE "notification_channels"."state" <> 'disabled';--> statement-breakpoint
CREATE INDEX "notification_messages_waiting" ON "notification_messages" USING btree ("channel_id","created_at") WHERE "notification_messages"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "notification_messages_created" ON "notification_messages" USING btree ("created_at");