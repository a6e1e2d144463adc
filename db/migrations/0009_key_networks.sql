ALTER TABLE "orchestrator_keys" ADD COLUMN "allowed_networks" text[];--> statement-breakpoint
ALTER TABLE "orchestrator_keys" ADD COLUMN "last_used_ip" text;--> statement-breakpoint
ALTER TABLE "orchestrator_keys" ADD COLUMN "last_used_user_agent" text;--> statement-breakpoint
ALTER TABLE "orchestrator_keys" ADD COLUMN "replaced_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "allowed_networks" text[];--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "last_used_ip" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "last_used_user_agent" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "replaced_at" timestamp(3) with time zone;