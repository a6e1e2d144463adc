import { sql } from "drizzle-orm";
import { boolean, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment } from "@/db/columns";
import { clientIds, orchestrators, platforms } from "@/db/schema/platforms";

/**
 * How the payer's page looks (behaviour.md §27.5). A row belongs to a client ID, to an orchestrator, or, with
 * neither, to the whole platform; `platformId` is the owner in every case. One row per parent (OB-07).
 */
export const brandings = pgTable(
  "brandings",
  {
    id: text().primaryKey(),
    platformId: text()
      .notNull()
      .references(() => platforms.id),
    clientIdId: text().references(() => clientIds.id),
    orchestratorId: text().references(() => orchestrators.id),
    displayName: text(),
    pageBackgroundColor: text(),
    cardBackgroundColor: text(),
    primaryActionColor: text(),
    primaryTextColor: text(),
    secondaryTextColor: text(),
    logoPath: text(),
    termsPath: text(),
    privacyPath: text(),
    /** Footer attribution; null is the default of the row's kind (OB-05). */
    displayRequestBranding: boolean(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (t) => [
    uniqueIndex("brandings_client_id").on(t.clientIdId),
    uniqueIndex("brandings_orchestrator").on(t.orchestratorId),
    uniqueIndex("brandings_platform")
      .on(t.platformId)
      .where(sql`${t.clientIdId} is null and ${t.orchestratorId} is null`),
  ],
);
