import { z } from "zod";

export const ProcessRecord = z.object({ name: z.string(), pid: z.number().int(), identity: z.string() });

export type ProcessRecord = z.infer<typeof ProcessRecord>;

/** `running.json`: who runs on a data directory, for the start after a supervisor that was killed. */
export interface RunningRecord {
  add(child: ProcessRecord): void;
  remove(pid: number): void;
  /** Call last, when all children are gone. */
  close(): void;
}
