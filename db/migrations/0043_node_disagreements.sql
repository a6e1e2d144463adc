CREATE TABLE "node_disagreements" (
	"id" text PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"problem" text NOT NULL,
	"providers" text[] NOT NULL,
	"block_number" bigint,
	"tx_hash" "bytea",
	"said" jsonb NOT NULL,
	"first_at" timestamp(3) with time zone NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL,
	"times" integer NOT NULL,
	"sameness" text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "node_disagreements_sameness" ON "node_disagreements" USING btree ("sameness");--> statement-breakpoint
CREATE INDEX "node_disagreements_first" ON "node_disagreements" USING btree ("first_at");--> statement-breakpoint
CREATE INDEX "node_disagreements_last" ON "node_disagreements" USING btree ("last_at");