import { pgTable, text } from "drizzle-orm/pg-core";
import { hex, moment } from "@/db/columns";

/**
 * The keys with which this database was sealed, without the keys themselves: a process whose `SECRET_KEY` does not
 * fit finds out here before it reads or writes anything. Also the history of the signers of quittances.
 */
export const secretKeys = pgTable("secret_keys", {
  /** Derived from the key; sealed values name it. */
  id: text().primaryKey(),
  /** A known text, sealed with this key. */
  proof: hex().notNull(),
  /** Address that signs quittances while this is the current key. */
  signer: text().notNull(),
  createdAt: moment().notNull(),
  /** When another key became the current one; null for the current one. */
  replacedAt: moment(),
  /** When nothing was sealed with it any more, so that it may be forgotten. */
  retiredAt: moment(),
});
