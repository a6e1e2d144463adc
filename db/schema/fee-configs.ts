import { sql } from "drizzle-orm";
import { integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment, references } from "@/db/columns";
import { orchestrators } from "@/db/schema/orchestrators";
import { clientIds } from "@/db/schema/platforms";

/** Fees of an orchestrator (behaviour.md §27.4): at most one per flow and bearer in each scope (OF-02). */
export const orchestratorFeeConfigs = pgTable(
  "orchestrator_fee_configs",
  {
    id: text().primaryKey(),
    orchestratorId: references(() => orchestrators.id),
    /** Null for the orchestrator's default; otherwise the client ID it overrides it for. */
    clientIdId: text().references(() => clientIds.id),
    flow: text({ enum: ["incoming", "outgoing"] }).notNull(),
    feeBearer: text({ enum: ["payer", "recipient"] }).notNull(),
    bps: integer().notNull(),
    usdCap: text(),
    evmAddress: text(),
    tronAddress: text(),
    status: text({ enum: ["active", "disabled"] }).notNull(),
    createdAt: moment().notNull(),
    /** Null for one that never changed. */
    updatedAt: moment(),
  },
  (t) => [
    uniqueIndex("orchestrator_fee_configs_slot").on(
      t.orchestratorId,
      sql`coalesce(${t.clientIdId}, '')`,
      t.flow,
      t.feeBearer,
    ),
  ],
);
