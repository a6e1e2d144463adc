CREATE TABLE "orchestrator_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"orchestrator_id" text NOT NULL,
	"label" text NOT NULL,
	"prefix" text NOT NULL,
	"last4" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"last_used_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone,
	"revoked_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "orchestrator_link_intents" (
	"id" text PRIMARY KEY NOT NULL,
	"orchestrator_id" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"client_id_name" text NOT NULL,
	"allowed_domains" text[] NOT NULL,
	"external_id" text,
	"screening_plan" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "orchestrator_fee_configs" ADD COLUMN "updated_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "orchestrator_links" ADD COLUMN "intent_id" text;--> statement-breakpoint
ALTER TABLE "orchestrator_links" ADD COLUMN "screening_control" text;--> statement-breakpoint
ALTER TABLE "orchestrator_links" ADD COLUMN "screening_plan" jsonb;--> statement-breakpoint
ALTER TABLE "orchestrator_links" ADD COLUMN "agreed_terms" jsonb;--> statement-breakpoint
ALTER TABLE "orchestrator_links" ADD COLUMN "consented_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "orchestrator_links" ADD COLUMN "revoked_by" text;--> statement-breakpoint
ALTER TABLE "orchestrators" ADD COLUMN "links_directly" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "orchestrators" ADD COLUMN "webhook_sequence" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "orchestrator_id" text;--> statement-breakpoint
ALTER TABLE "orchestrator_keys" ADD CONSTRAINT "orchestrator_keys_orchestrator_id_orchestrators_id_fk" FOREIGN KEY ("orchestrator_id") REFERENCES "public"."orchestrators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orchestrator_link_intents" ADD CONSTRAINT "orchestrator_link_intents_orchestrator_id_orchestrators_id_fk" FOREIGN KEY ("orchestrator_id") REFERENCES "public"."orchestrators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "orchestrator_keys_hash" ON "orchestrator_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "orchestrator_keys_orchestrator" ON "orchestrator_keys" USING btree ("orchestrator_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orchestrator_link_intents_token" ON "orchestrator_link_intents" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "orchestrator_link_intents_orchestrator" ON "orchestrator_link_intents" USING btree ("orchestrator_id","id");--> statement-breakpoint
ALTER TABLE "orchestrator_links" ADD CONSTRAINT "orchestrator_links_intent_id_orchestrator_link_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."orchestrator_link_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_orchestrator_id_orchestrators_id_fk" FOREIGN KEY ("orchestrator_id") REFERENCES "public"."orchestrators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orchestrators_owner" ON "orchestrators" USING btree ("owner_platform_id");--> statement-breakpoint
ALTER TABLE "orchestrator_links" ADD CONSTRAINT "orchestrator_links_intentId_unique" UNIQUE("intent_id");--> statement-breakpoint
INSERT INTO "orchestrator_keys" ("id", "orchestrator_id", "label", "prefix", "last4", "hash", "created_at")
SELECT "id", "id", 'First key', "key_prefix", "key_last4", "key_hash", "created_at" FROM "orchestrators";--> statement-breakpoint
ALTER TABLE "orchestrators" DROP CONSTRAINT "orchestrators_keyHash_unique";--> statement-breakpoint
ALTER TABLE "orchestrators" DROP COLUMN "key_prefix";--> statement-breakpoint
ALTER TABLE "orchestrators" DROP COLUMN "key_last4";--> statement-breakpoint
ALTER TABLE "orchestrators" DROP COLUMN "key_hash";
