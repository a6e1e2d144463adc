import { z } from "zod";
import { ApiError } from "@/server/errors";

const HOUR_MS = 3_600_000;
const DEFAULT_OVERLAP_HOURS = 24;
const MAX_OVERLAP_HOURS = 30 * 24;

/** How long a key still works after another took its place. */
export const RotateKeyBody = z
  .object({
    overlapHours: z
      .int()
      .min(0)
      .max(MAX_OVERLAP_HOURS)
      .optional()
      .describe("Hours for which the old key still works, 0 for none. Left out: 24."),
  })
  .optional();
export type RotateKeyBody = z.infer<typeof RotateKeyBody>;

interface Replaced {
  createdAt: Date;
  expiresAt: Date | null;
  replacedAt: Date | null;
}

/**
 * Until when a key and the one that takes its place work. The old one never works longer than it would have; the new one is
 * given as long a life as the old one was, or none that ends. Throws 409 for a key that was replaced before: its successor
 * is the one to rotate.
 */
export function endsOfRotation(
  old: Replaced,
  now: Date,
  body: RotateKeyBody,
): { oldEndsAt: Date; newEndsAt: Date | null } {
  if (old.replacedAt !== null)
    throw new ApiError("conflict", "Another key took the place of this key already");
  const overlapEnd = new Date(now.getTime() + (body?.overlapHours ?? DEFAULT_OVERLAP_HOURS) * HOUR_MS);
  const { createdAt, expiresAt } = old;
  if (expiresAt === null) return { oldEndsAt: overlapEnd, newEndsAt: null };
  const life = expiresAt.getTime() - createdAt.getTime();
  return {
    oldEndsAt: expiresAt < overlapEnd ? expiresAt : overlapEnd,
    newEndsAt: new Date(now.getTime() + life),
  };
}
