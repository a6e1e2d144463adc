import { sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment } from "@/db/columns";

/** What an incident is about besides the networks, which are named by their IDs. */
export const WEBHOOKS_COMPONENT = "webhooks";

export const INCIDENT_KINDS = ["behind", "no_quorum", "silent"] as const;

/** Times in which a network or the sending of webhooks was not up. Of the whole service, never of one account. */
export const incidents = pgTable(
  "incidents",
  {
    id: text().primaryKey(),
    /** The ID of a network, or `webhooks`. */
    component: text().notNull(),
    /** What it was last. */
    kind: text({ enum: INCIDENT_KINDS }).notNull(),
    openedAt: moment().notNull(),
    closedAt: moment(),
    /** What the operator says about it; null where nothing was said. */
    words: text(),
  },
  (t) => [
    uniqueIndex("incidents_open").on(t.component).where(sql`${t.closedAt} is null`),
    index("incidents_closed").on(t.closedAt),
  ],
);
