CREATE TABLE "ledger_sum_cursor" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"sequence" bigint NOT NULL,
	CONSTRAINT "ledger_sum_cursor_one" CHECK ("ledger_sum_cursor"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "ledger_sums" (
	"platform_id" text NOT NULL,
	"booked_from" timestamp(3) with time zone NOT NULL,
	"account" text NOT NULL,
	"wallet" "bytea" NOT NULL,
	"network" text NOT NULL,
	"currency" text NOT NULL,
	"received" numeric NOT NULL,
	"sent" numeric NOT NULL,
	CONSTRAINT "ledger_sums_pk" PRIMARY KEY("platform_id","booked_from","account","wallet","network","currency")
);
--> statement-breakpoint
-- What drizzle-kit does not know. A function, so that the planner asks it how few entries are in no sum yet.
CREATE FUNCTION ledger_summed_up_to()
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $$
  SELECT coalesce((SELECT sequence FROM ledger_sum_cursor), 0)
$$;
