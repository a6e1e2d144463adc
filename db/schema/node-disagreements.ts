import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { hex, moment } from "@/db/columns";

/** What a provider of nodes said, in words; the name of the provider, never its URL. */
export interface ProviderSaid {
  provider: string;
  says: string;
}

/**
 * Times at which nodes of a network contradicted each other or themselves. Of the whole service, never of one account. What
 * is the same within an hour is one row.
 */
export const nodeDisagreements = pgTable(
  "node_disagreements",
  {
    id: text().primaryKey(),
    network: text().notNull(),
    /** As `DOUBTS` has them. */
    problem: text().notNull(),
    /** Those that said otherwise than what was believed; empty where that is not known. */
    providers: text().array().notNull(),
    /** The last block that it was about; null where that is not known. */
    blockNumber: bigint({ mode: "bigint" }),
    /** Null where a whole range of blocks is meant. */
    txHash: hex(),
    /** Empty where nodes were not compared with each other. */
    said: jsonb().$type<readonly ProviderSaid[]>().notNull(),
    firstAt: moment().notNull(),
    lastAt: moment().notNull(),
    times: integer().notNull(),
    /** Network, problem, providers, transaction and hour: what makes two the same. */
    sameness: text().notNull(),
  },
  (t) => [
    uniqueIndex("node_disagreements_sameness").on(t.sameness),
    index("node_disagreements_first").on(t.firstAt),
    index("node_disagreements_last").on(t.lastAt),
  ],
);
