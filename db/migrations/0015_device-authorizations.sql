CREATE TABLE "device_authorizations" (
	"id" text PRIMARY KEY NOT NULL,
	"device_code_hash" "bytea" NOT NULL,
	"user_code" text NOT NULL,
	"state" text NOT NULL,
	"scopes" text[] NOT NULL,
	"label" text NOT NULL,
	"expires_in_days" integer NOT NULL,
	"machine_name" text NOT NULL,
	"ip" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"polled_at" timestamp(3) with time zone,
	"interval_seconds" integer NOT NULL,
	"platform_id" text,
	"maker_id" text
);
--> statement-breakpoint
ALTER TABLE "device_authorizations" ADD CONSTRAINT "device_authorizations_maker_id_memberships_id_fk" FOREIGN KEY ("maker_id") REFERENCES "public"."memberships"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "device_authorizations_device_code" ON "device_authorizations" USING btree ("device_code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "device_authorizations_user_code" ON "device_authorizations" USING btree ("user_code");--> statement-breakpoint
CREATE INDEX "device_authorizations_expires" ON "device_authorizations" USING btree ("expires_at");