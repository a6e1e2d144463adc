CREATE TABLE "logos" (
	"id" text NOT NULL,
	"platform_id" text NOT NULL,
	"png" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "logos_id_platform_id_pk" PRIMARY KEY("id","platform_id")
);
--> statement-breakpoint
ALTER TABLE "logos" ADD CONSTRAINT "logos_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;