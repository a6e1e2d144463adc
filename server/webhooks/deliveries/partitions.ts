import { sql } from "drizzle-orm";
import { webhookDeliveries } from "@/db/schema";
import type { PartitionedTable } from "@/server/lib/database/partitions/partitions";

/** Attempts, by the time of their deliveries. Those of a delivery that is still to be made stay, however old it is. */
export const ATTEMPTS: PartitionedTable = {
  name: "webhook_attempts",
  key: "delivery_id",
  stays: (to) => sql`exists (
    select from ${webhookDeliveries} where ${webhookDeliveries.state} = 'pending' and ${webhookDeliveries.id} < ${to})`,
  keptDays: (config) => config.webhookLogDays,
};
