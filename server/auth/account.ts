import { eq } from "drizzle-orm";
import { platforms } from "@/db/schema";
import type { Account, RateTier } from "@/server/auth/credential";
import type { Reads } from "@/server/context";
import { ApiError } from "@/server/errors";

/** What a credential of an account may call: the account's tier, else its own. Throws 403 for a disabled account. */
export function tierOf({ isDisabled, tier }: Account, own: RateTier): RateTier {
  if (isDisabled) throw accountDisabled();
  return tier ?? own;
}

/** Throws 403 for an account that the operator has disabled. */
export async function refuseDisabled({ db }: Pick<Reads, "db">, platformId: string): Promise<void> {
  const [found] = await db
    .select({ disabledAt: platforms.disabledAt })
    .from(platforms)
    .where(eq(platforms.id, platformId));
  if (found?.disabledAt) throw accountDisabled();
}

export function registrationClosed(): ApiError {
  return new ApiError(
    "registration_closed",
    "Registration is closed on this service; ask its operator for an account",
  );
}

function accountDisabled(): ApiError {
  return new ApiError(
    "account_disabled",
    "This account is disabled; the operator of this service can tell why",
  );
}
