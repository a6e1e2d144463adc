import { eq, sql } from "drizzle-orm";
import { approvalPolicies, approvalUses } from "@/db/schema";
import type { ApprovalKind } from "@/server/approvals/change";
import type { Reads, Tx } from "@/server/context";

/** For which changes an account wants a second person. */
export interface ApprovalPolicy {
  destinations: boolean;
  credentials: boolean;
  members: boolean;
  /** People pay out and send back this sum a day without a second person, millionths of a USD; null for any sum. */
  dailyMicroUsd: bigint | null;
}

/** The policy in force, or null where an account wants no second person for anything. */
export async function findPolicy(
  { db }: Pick<Reads, "db">,
  platformId: string,
): Promise<ApprovalPolicy | null> {
  const { destinations, credentials, members, dailyMicroUsd } = approvalPolicies;
  const [row] = await db
    .select({ destinations, credentials, members, dailyMicroUsd })
    .from(approvalPolicies)
    .where(eq(approvalPolicies.platformId, platformId));
  return row ?? null;
}

/** Puts a policy in the place of the one in force; null for none. */
export async function storePolicy(
  tx: Pick<Tx, "db" | "now">,
  platformId: string,
  policy: ApprovalPolicy | null,
): Promise<void> {
  if (policy === null) {
    await tx.db.delete(approvalPolicies).where(eq(approvalPolicies.platformId, platformId));
    return;
  }
  const values = { ...policy, updatedAt: tx.now() };
  await tx.db
    .insert(approvalPolicies)
    .values({ platformId, ...values })
    .onConflictDoUpdate({ target: approvalPolicies.platformId, set: values });
}

/**
 * Whether a policy asks a second person for every change of this kind. Payments are counted instead. A credential that can
 * pay needs one wherever payments do, because what is created with it is held to its own limits alone.
 */
export function asksFor(
  policy: ApprovalPolicy,
  kind: Exclude<ApprovalKind, "payment">,
  canPay: boolean,
): boolean {
  const asks = {
    destination: policy.destinations,
    credential: policy.credentials || (canPay && policy.dailyMicroUsd !== null),
    member: policy.members,
    policy: true,
  };
  return asks[kind];
}

/**
 * Counts a payment that goes without a second person against the sum of the day in UTC, and says whether it fits into it. The
 * row stays locked until the commit, so calls of the same moment follow each other and do not pass the sum together. Whoever
 * hears that it does not fit rolls back, and nothing is counted.
 */
export async function fitsIntoDay(
  tx: Pick<Tx, "db" | "now">,
  platformId: string,
  { limit, microUsd }: { limit: bigint; microUsd: bigint },
): Promise<boolean> {
  if (microUsd > limit) return false;
  const day = tx.now().toISOString().slice(0, "2026-01-01".length);
  // Clocks of processes differ a little: a day that has begun for one is not gone back to.
  const goesOn = sql`${approvalUses.day} >= excluded.day`;
  const [used] = await tx.db
    .insert(approvalUses)
    .values({ platformId, day, microUsd })
    .onConflictDoUpdate({
      target: approvalUses.platformId,
      set: {
        day: sql`greatest(${approvalUses.day}, excluded.day)`,
        microUsd: sql`case when ${goesOn} then ${approvalUses.microUsd} else 0 end + excluded.micro_usd`,
      },
    })
    .returning();
  if (!used) throw new Error("a counter is missing");
  return used.microUsd <= limit;
}

/** What went without a second person on the day of now, millionths of a USD. */
export async function usedToday({ db, now }: Pick<Reads, "db" | "now">, platformId: string): Promise<bigint> {
  const [row] = await db.select().from(approvalUses).where(eq(approvalUses.platformId, platformId));
  return row && row.day === now().toISOString().slice(0, row.day.length) ? row.microUsd : 0n;
}
