ALTER TABLE "transfers" ADD COLUMN "quorum" smallint;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "attested_by" smallint;