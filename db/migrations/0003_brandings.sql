CREATE TABLE "brandings" (
	"id" text PRIMARY KEY NOT NULL,
	"platform_id" text NOT NULL,
	"client_id_id" text,
	"orchestrator_id" text,
	"display_name" text,
	"page_background_color" text,
	"card_background_color" text,
	"primary_action_color" text,
	"primary_text_color" text,
	"secondary_text_color" text,
	"logo_path" text,
	"terms_path" text,
	"privacy_path" text,
	"display_request_branding" boolean,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "brandings" ADD CONSTRAINT "brandings_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brandings" ADD CONSTRAINT "brandings_client_id_id_client_ids_id_fk" FOREIGN KEY ("client_id_id") REFERENCES "public"."client_ids"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brandings" ADD CONSTRAINT "brandings_orchestrator_id_orchestrators_id_fk" FOREIGN KEY ("orchestrator_id") REFERENCES "public"."orchestrators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "brandings_client_id" ON "brandings" USING btree ("client_id_id");--> statement-breakpoint
CREATE UNIQUE INDEX "brandings_orchestrator" ON "brandings" USING btree ("orchestrator_id");--> statement-breakpoint
CREATE UNIQUE INDEX "brandings_platform" ON "brandings" USING btree ("platform_id") WHERE "brandings"."client_id_id" is null and "brandings"."orchestrator_id" is null;