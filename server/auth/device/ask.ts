import { lt } from "drizzle-orm";
import { deviceAuthorizations } from "@/db/schema";
import type { DeviceAuthorizationBody, DeviceAuthorizationCreated } from "@/server/auth/device/schema";
import { newUserCode, shownUserCode } from "@/server/auth/device/user-code";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { addressGroup } from "@/server/lib/address-group";
import { spend } from "@/server/lib/database/budget";
import { removeSome } from "@/server/lib/database/prune";
import { hashSecret, newId, type RandomBytes } from "@/server/lib/ids";
import { secretBytes } from "@/server/lib/random";

const LIFE_MS = 10 * 60_000;
/** So long a terminal still learns how its login ended. */
const KEPT_MS = 60 * 60_000;
const INTERVAL_SECONDS = 5;
/** Logins that one address starts within the life of one. */
const MOST_STARTED = 30;
/** A code that somebody has now comes up once in a million times; so often it does not happen. */
const TRIES = 5;

/**
 * Begins the login of a terminal: it gets a secret code to collect the key with, and a short one for a person to approve. What it
 * asks for is kept; nothing is made yet. Throws 429 when too many were begun from one address.
 */
export async function askForDevice(
  ctx: Ctx,
  body: DeviceAuthorizationBody,
  random: RandomBytes = secretBytes,
): Promise<DeviceAuthorizationCreated> {
  const { ip } = ctx.caller;
  const over = await spend(ctx, [
    { scope: `device logins ${ip === null ? "" : addressGroup(ip)}`, limit: MOST_STARTED, windowMs: LIFE_MS },
  ]);
  if (over) {
    throw new ApiError("too_many_requests", "Too many logins were started here; try again later", {
      retryAfterSeconds: over.retryAfterSeconds,
    });
  }
  const deviceCode = random(32).toString("base64url");
  const createdAt = ctx.now();
  const row = {
    id: newId(createdAt),
    deviceCodeHash: hashSecret(deviceCode),
    state: "pending" as const,
    ...body,
    ip,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + LIFE_MS),
    intervalSeconds: INTERVAL_SECONDS,
  };
  const userCode = shownUserCode(await inTransaction(ctx, (tx) => store(tx, row, random)));
  const page = `${ctx.config.urls.dashboard}/device`;
  return {
    deviceCode,
    userCode,
    verificationUrl: page,
    verificationUrlComplete: `${page}?code=${userCode}`,
    expiresAt: row.expiresAt.toISOString(),
    intervalSeconds: INTERVAL_SECONDS,
  };
}

/** Stores it under a code that nobody else has, and gives that code. */
async function store(
  tx: Pick<Tx, "db">,
  row: Omit<typeof deviceAuthorizations.$inferInsert, "userCode">,
  random: RandomBytes,
): Promise<string> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const [stored] = await tx.db
      .insert(deviceAuthorizations)
      .values({ ...row, userCode: newUserCode(random) })
      .onConflictDoNothing({ target: deviceAuthorizations.userCode })
      .returning({ userCode: deviceAuthorizations.userCode });
    if (stored) return stored.userCode;
  }
  throw new Error("no code for a person to type is free");
}

/** Removes logins of terminals an hour after their end. */
export function sweepDeviceAuthorizations(tx: Pick<Tx, "db" | "now">, limit: number): Promise<number> {
  const before = new Date(tx.now().getTime() - KEPT_MS);
  return removeSome(tx, deviceAuthorizations, lt(deviceAuthorizations.expiresAt, before), limit);
}
