import { z } from "zod";
import { RECOVERY_STATES } from "@/db/schema";

/** A new owner that the operator gives to the account. */
export const Recovery = z
  .object({
    id: z.string(),
    state: z
      .enum(RECOVERY_STATES)
      .describe(
        "`waiting` while owners can stop it; then `done`, `stopped`, or `expired` where it could not be done.",
      ),
    wallet: z
      .string()
      .nullable()
      .describe("The wallet that becomes an owner; null where an invitation lets one in."),
    reason: z.string().describe("Why, as the operator says it."),
    startedAt: z.iso.datetime().describe("When it was started."),
    waitsUntil: z.iso.datetime().describe("Until when an owner can stop it."),
    endedAt: z.iso
      .datetime()
      .nullable()
      .describe("When it was done, stopped or given up; null while it waits."),
  })
  .meta({ id: "Recovery" });
export type Recovery = z.infer<typeof Recovery>;

export const Recoveries = z.object({
  recoveries: z.array(Recovery).describe("The newest ten, newest first. One waits at a time."),
});
export type Recoveries = z.infer<typeof Recoveries>;
