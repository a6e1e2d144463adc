import { and, asc, eq, gt } from "drizzle-orm";
import { platforms } from "@/db/schema";
import { changesBetween } from "@/server/audit/changes-between";
import { recordAudit } from "@/server/audit/record";
import type { Reads, Tx } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";

export const RATE_TIERS = ["basic", "default", "premium", "high_volume"] as const;

const REASON_MAX = 500;

type PlatformRow = typeof platforms.$inferSelect;

/** What an operator sees of an account. */
export type OperatedPlatform = Pick<
  PlatformRow,
  | "id"
  | "name"
  | "walletAddress"
  | "createdAt"
  | "disabledAt"
  | "disabledReason"
  | "rateTier"
  | "creationsPerDay"
>;

/** Accounts in the order in which they were made, `limit` of them after the one with the ID `after`. */
export function listPlatforms(
  { db }: Pick<Reads, "db">,
  { after, limit, onlyDisabled }: { after: string; limit: number; onlyDisabled: boolean },
): Promise<OperatedPlatform[]> {
  const { id, name, walletAddress, createdAt, disabledAt, disabledReason, rateTier, creationsPerDay } =
    platforms;
  return db
    .select({ id, name, walletAddress, createdAt, disabledAt, disabledReason, rateTier, creationsPerDay })
    .from(platforms)
    .where(and(gt(id, after), onlyDisabled ? gt(disabledAt, new Date(0)) : undefined))
    .orderBy(asc(id))
    .limit(limit);
}

/** Null takes a limit away; undefined leaves it. */
export interface Limits {
  rateTier?: (typeof RATE_TIERS)[number] | null | undefined;
  creationsPerDay?: number | null | undefined;
}

/** Sets how much an account may ask for and create, for all its credentials at once. Throws 400 and 404. */
export async function limitPlatform(tx: Tx, id: string, limits: Limits): Promise<void> {
  const { creationsPerDay } = limits;
  if (creationsPerDay != null && !(Number.isInteger(creationsPerDay) && creationsPerDay >= 0)) {
    throw invalidField("creationsPerDay", "A number of payments a day is a whole number");
  }
  const { rateTier, creationsPerDay: most } = await locked(tx, id);
  await change(tx, id, limits);
  const details = {
    ...(limits.rateTier === undefined ? {} : { rateTier: limits.rateTier }),
    ...(creationsPerDay === undefined ? {} : { creationsPerDay }),
  };
  const was = { rateTier, creationsPerDay: most };
  const changes = changesBetween(was, { ...was, ...details });
  await recordAudit(tx, { action: "platform.updated", subject: id, platformId: id, details, ...changes });
}

/**
 * Refuses all credentials of an account from now on, and new payments of its links. Payments that have begun go on,
 * are seen, and are announced (docs/decisions/operating-accounts.md). Throws 400 without a reason, 404, and 409 for an
 * account that is disabled.
 */
export async function disablePlatform(tx: Tx, id: string, reason: string): Promise<void> {
  const text = reason.trim();
  if (text === "" || text.length > REASON_MAX) {
    throw invalidField("reason", `A reason has 1 to ${REASON_MAX} characters`);
  }
  const row = await locked(tx, id);
  if (row.disabledAt !== null) throw new ApiError("conflict", `Platform ${id} is disabled already`);
  await change(tx, id, { disabledAt: tx.now(), disabledReason: text });
  const details = { reason: text };
  await recordAudit(tx, { action: "platform.disabled", subject: id, platformId: id, details });
}

/** Lets an account in again. Throws 404, and 409 for one that is not disabled. */
export async function enablePlatform(tx: Tx, id: string): Promise<void> {
  const row = await locked(tx, id);
  if (row.disabledAt === null) throw new ApiError("conflict", `Platform ${id} is not disabled`);
  await change(tx, id, { disabledAt: null, disabledReason: null });
  await recordAudit(tx, { action: "platform.enabled", subject: id, platformId: id });
}

async function locked(tx: Tx, id: string): Promise<PlatformRow> {
  const [row] = await tx.db.select().from(platforms).where(eq(platforms.id, id)).for("no key update");
  if (!row) throw noPlatform(id);
  return row;
}

async function change(tx: Tx, id: string, changes: Partial<PlatformRow>): Promise<void> {
  const rows = await tx.db
    .update(platforms)
    .set(changes)
    .where(eq(platforms.id, id))
    .returning({ id: platforms.id });
  if (rows.length === 0) throw noPlatform(id);
  announceCredentialChange(tx);
}

function noPlatform(id: string): ApiError {
  return new ApiError("not_found", `There is no platform ${id}`);
}
