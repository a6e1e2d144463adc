CREATE TABLE "approval_policies" (
	"platform_id" text PRIMARY KEY NOT NULL,
	"destinations" boolean NOT NULL,
	"credentials" boolean NOT NULL,
	"members" boolean NOT NULL,
	"daily_micro_usd" bigint,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "approval_uses" (
	"platform_id" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"micro_usd" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" text PRIMARY KEY NOT NULL,
	"platform_id" text NOT NULL,
	"kind" text NOT NULL,
	"operation" text NOT NULL,
	"change" jsonb NOT NULL,
	"input" jsonb NOT NULL,
	"digest" "bytea" NOT NULL,
	"asker_id" text NOT NULL,
	"asker_role" text NOT NULL,
	"asked" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"state" text NOT NULL,
	"decided_at" timestamp(3) with time zone,
	"decider_id" text,
	"reason" text,
	"proof" jsonb,
	"answer" "bytea"
);
--> statement-breakpoint
ALTER TABLE "approval_policies" ADD CONSTRAINT "approval_policies_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_uses" ADD CONSTRAINT "approval_uses_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_asker_id_people_id_fk" FOREIGN KEY ("asker_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decider_id_people_id_fk" FOREIGN KEY ("decider_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_platform" ON "approvals" USING btree ("platform_id","id");--> statement-breakpoint
CREATE INDEX "approvals_waiting" ON "approvals" USING btree ("expires_at") WHERE "approvals"."state" = 'waiting';