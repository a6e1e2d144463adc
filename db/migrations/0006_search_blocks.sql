CREATE TABLE "search_blocks" (
	"platform_id" text NOT NULL,
	"of" text NOT NULL,
	"after_id" text NOT NULL,
	"last_id" text NOT NULL,
	"texts" text NOT NULL,
	CONSTRAINT "search_blocks_platform_id_of_last_id_pk" PRIMARY KEY("platform_id","of","last_id")
);
--> statement-breakpoint
-- What is there already, so that nobody's first search has to; blocks of younger rows are made by searches.
INSERT INTO "search_blocks" ("platform_id", "of", "after_id", "last_id", "texts")
SELECT "platform_id", "of", lag(max("id"), 1, '') OVER (PARTITION BY "platform_id", "of" ORDER BY "block"), max("id"),
  coalesce(string_agg(lower("found"), E'\n' ORDER BY "id"), '')
FROM (
  SELECT "platform_id", 'reference' AS "of", "id", "reference" AS "found", "created_at",
    (row_number() OVER (PARTITION BY "platform_id" ORDER BY "id") - 1) / 1000 AS "block"
  FROM "requests"
  UNION ALL
  SELECT "platform_id", 'payer_identifier', "id", "payer_identifier", "created_at",
    (row_number() OVER (PARTITION BY "platform_id" ORDER BY "id") - 1) / 1000
  FROM "secure_payments"
) "rows"
GROUP BY "platform_id", "of", "block" HAVING count(*) = 1000 AND max("created_at") < now() - interval '5 minutes';
