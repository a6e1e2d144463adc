import { customType, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, references } from "@/db/columns";
import { platforms } from "@/db/schema/platforms";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Logos that merchants uploaded, as we made them anew: PNG, without what else the file held. */
export const logos = pgTable(
  "logos",
  {
    /** SHA-256 of `png` in hex: the name under which everybody may have it. */
    id: text().notNull(),
    platformId: references(() => platforms.id),
    png: bytes().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.id, t.platformId] })],
);
