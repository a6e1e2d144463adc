import { bigint, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { hex, moment } from "@/db/columns";

/**
 * How many members a long list has up to a certain position, noted at every 1,000th row that was looked at.
 * With it a total and a deep page cost a bounded scan (docs/decisions/list-ranks.md). Derived data: deleting
 * any of it costs time, never truth.
 */
export const listRanks = pgTable(
  "list_ranks",
  {
    platformId: text().notNull(),
    /** Which list: 16 bytes of a hash over what is listed, for whom and with which filter. */
    list: hex().notNull(),
    /** Members of the list at or before this position, counted from the oldest. */
    rank: bigint({ mode: "number" }).notNull(),
    /** Number of the checkpoint within its list, from 1. */
    ordinal: integer().notNull(),
    /** The position: time and ID, or the ID alone where IDs are in the order of the list. */
    at: moment(),
    id: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.platformId, t.list, t.rank, t.ordinal] })],
);

/**
 * A thousand consecutive rows of an account, and the texts they can be searched by, in lower case and one after
 * the other: whether a block is worth looking into costs a look at one text (docs/decisions/dashboard-lists.md).
 * Rows never change theirs. Derived data, as above.
 */
export const searchBlocks = pgTable(
  "search_blocks",
  {
    platformId: text().notNull(),
    of: text({ enum: ["reference", "payer_identifier"] }).notNull(),
    /** The block begins after this row and ends with that one. */
    afterId: text().notNull(),
    lastId: text().notNull(),
    texts: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.platformId, t.of, t.lastId] })],
);

/** The lists of the dashboard whose views can be saved. */
export const VIEW_LISTS = ["incoming", "outgoing", "schedules"] as const;

/** A named choice of filters of one list, for everybody of the account. */
export const savedViews = pgTable(
  "saved_views",
  {
    id: text().primaryKey(),
    platformId: text().notNull(),
    list: text({ enum: VIEW_LISTS }).notNull(),
    name: text().notNull(),
    /** The query string of the list's page. */
    query: text().notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [uniqueIndex("saved_views_name").on(t.platformId, t.list, t.name)],
);
