import { z } from "zod";
import { AuditRecord } from "@/server/dashboard/account/audit-schema";

/** Something that the owners of the account are told of. */
export const Alarm = AuditRecord.extend({
  isRead: z
    .boolean()
    .describe("Whether the caller has read it. What others have read counts for them alone."),
}).meta({ id: "Alarm" });
export type Alarm = z.infer<typeof Alarm>;

export const Alarms = z.object({
  alarms: z.array(Alarm).describe("The newest, newest first."),
  unread: z.int().describe("How many of these the caller has not read."),
});
export type Alarms = z.infer<typeof Alarms>;

export const AlarmsRead = z.strictObject({
  ids: z.array(z.string().max(100)).min(1).max(100).describe("IDs of alarms that the caller has read."),
});
export type AlarmsRead = z.infer<typeof AlarmsRead>;
