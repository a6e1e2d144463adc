import type { PartitionedTable } from "@/server/lib/database/partitions/partitions";

/** The request log, whose entries go by their age alone. */
export const REQUEST_LOG: PartitionedTable = {
  name: "request_log",
  key: "id",
  stays: null,
  keptDays: (config) => config.requestLogDays,
};
