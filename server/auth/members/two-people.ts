import { and, eq, inArray, isNull } from "drizzle-orm";
import { memberships } from "@/db/schema";
import { findPolicy } from "@/server/approvals/policy";
import type { Reads } from "@/server/context";
import { ApiError } from "@/server/errors";

/** How many people of an account could approve a change of its policy: its owners and admins. */
export function peopleWhoApprove({ db }: Pick<Reads, "db">, platformId: string): Promise<number> {
  const isOne = and(
    eq(memberships.platformId, platformId),
    inArray(memberships.role, ["owner", "admin"]),
    isNull(memberships.endedAt),
  );
  return db.$count(memberships, isOne);
}

/**
 * Throws 409 where an account that wants a second person for something would have none left. The members are locked, and
 * the change is made.
 */
export async function keepTwoPeople(tx: Pick<Reads, "db">, platformId: string): Promise<void> {
  if ((await findPolicy(tx, platformId)) === null || (await peopleWhoApprove(tx, platformId)) >= 2) return;
  throw new ApiError(
    "conflict",
    "This account wants a second person for its changes: two owners or admins have to stay",
  );
}
