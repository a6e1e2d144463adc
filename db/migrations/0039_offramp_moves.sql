CREATE TABLE "offramp_moves" (
	"offramp_id" text NOT NULL,
	"number" smallint NOT NULL,
	"status" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "offramp_moves_offramp_id_number_pk" PRIMARY KEY("offramp_id","number")
);
--> statement-breakpoint
ALTER TABLE "offramps" ADD COLUMN "rate" text;--> statement-breakpoint
ALTER TABLE "offramp_moves" ADD CONSTRAINT "offramp_moves_offramp_id_offramps_id_fk" FOREIGN KEY ("offramp_id") REFERENCES "public"."offramps"("id") ON DELETE no action ON UPDATE no action;