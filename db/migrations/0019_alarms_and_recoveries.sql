CREATE TABLE "alarms" (
	"entry_id" text PRIMARY KEY NOT NULL,
	"platform_id" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alarm_reads" (
	"platform_id" text NOT NULL,
	"person_id" text NOT NULL,
	"entry_id" text NOT NULL,
	"read_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "alarm_reads_platform_id_person_id_entry_id_pk" PRIMARY KEY("platform_id","person_id","entry_id")
);
--> statement-breakpoint
CREATE TABLE "sign_in_devices" (
	"platform_id" text NOT NULL,
	"person_id" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"last_seen_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "sign_in_devices_platform_id_person_id_fingerprint_pk" PRIMARY KEY("platform_id","person_id","fingerprint")
);
--> statement-breakpoint
CREATE TABLE "recoveries" (
	"id" text PRIMARY KEY NOT NULL,
	"platform_id" text NOT NULL,
	"state" text NOT NULL,
	"wallet_address" text,
	"wallet_family" text,
	"token_hash" "bytea",
	"reason" text NOT NULL,
	"started_by" text NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"waits_until" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "ip" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "alarm_reads" ADD CONSTRAINT "alarm_reads_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_devices" ADD CONSTRAINT "sign_in_devices_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recoveries" ADD CONSTRAINT "recoveries_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarms_platform" ON "alarms" USING btree ("platform_id","entry_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recoveries_waiting" ON "recoveries" USING btree ("platform_id") WHERE "recoveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "recoveries_platform" ON "recoveries" USING btree ("platform_id","id");