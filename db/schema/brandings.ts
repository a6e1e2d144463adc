import { sql } from "drizzle-orm";
import { boolean, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment, references } from "@/db/columns";
import { orchestrators } from "@/db/schema/orchestrators";
import { clientIds, platforms } from "@/db/schema/platforms";

/**
 * How the payer's page looks (behaviour.md §27.5). A row of a platform is that of one of its client IDs or, without one,
 * of all of it. A row of an orchestrator is that of all its linked client IDs or, with one, of that. `platformId` is the
 * account that owns the row, which for an orchestrator is its owner's. One row per parent (OB-07).
 */
export const brandings = pgTable(
  "brandings",
  {
    id: text().primaryKey(),
    platformId: references(() => platforms.id),
    clientIdId: text().references(() => clientIds.id),
    orchestratorId: text().references(() => orchestrators.id),
    displayName: text(),
    /** How payers reach who is shown: an address of mail, or an https address. */
    contact: text(),
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
    uniqueIndex("brandings_own_client_id")
      .on(t.clientIdId)
      .where(sql`${t.orchestratorId} is null`)
      .concurrently(),
    uniqueIndex("brandings_of_orchestrator")
      .on(t.orchestratorId)
      .where(sql`${t.clientIdId} is null`)
      .concurrently(),
    uniqueIndex("brandings_linked_client_id")
      .on(t.orchestratorId, t.clientIdId)
      .where(sql`${t.clientIdId} is not null`)
      .concurrently(),
    uniqueIndex("brandings_platform")
      .on(t.platformId)
      .where(sql`${t.clientIdId} is null and ${t.orchestratorId} is null`),
  ],
);
