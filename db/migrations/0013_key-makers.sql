ALTER TABLE "orchestrator_keys" ADD COLUMN "maker_id" text;--> statement-breakpoint
ALTER TABLE "orchestrator_keys" ADD COLUMN "ends_with_membership" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "maker_id" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "ends_with_membership" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orchestrator_keys" ADD CONSTRAINT "orchestrator_keys_maker_id_memberships_id_fk" FOREIGN KEY ("maker_id") REFERENCES "public"."memberships"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_maker_id_memberships_id_fk" FOREIGN KEY ("maker_id") REFERENCES "public"."memberships"("id") ON DELETE no action ON UPDATE no action;