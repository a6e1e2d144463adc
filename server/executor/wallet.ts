import { and, eq, sql } from "drizzle-orm";
import { executorWallets } from "@/db/schema";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import type { ExecutorNote } from "@/server/executor/state";

/** A worker that does not come back within this time has lost the network to another. */
const LEASE_SECONDS = 10;

/** Thrown inside a commit when another worker executes on this network meanwhile: nothing of this pass counts. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/**
 * Takes or keeps the right to execute on a network; false while another worker has it. By the database's clock,
 * which all workers share. It saves work: that no nonce is used twice follows from `storeTransaction`.
 */
export async function takeLease(ctx: Ctx, network: string, owner: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    await tx.db.insert(executorWallets).values({ network, state: "ok" }).onConflictDoNothing();
    const rows = await tx.db
      .update(executorWallets)
      .set({ leaseOwner: owner, leaseUntil: inSeconds(LEASE_SECONDS) })
      .where(
        and(
          eq(executorWallets.network, network),
          sql`(${executorWallets.leaseOwner} = ${owner} or ${executorWallets.leaseUntil} is null
            or ${executorWallets.leaseUntil} < clock_timestamp())`,
        ),
      )
      .returning({ network: executorWallets.network });
    return rows.length === 1;
  });
}

/** Holds the lease until the end of this commit, so that no other worker commits for this network beside it. */
export async function keepLease(tx: Tx, network: string, owner: string): Promise<void> {
  const rows = await tx.db
    .update(executorWallets)
    .set({ leaseUntil: inSeconds(LEASE_SECONDS) })
    .where(and(eq(executorWallets.network, network), eq(executorWallets.leaseOwner, owner)))
    .returning({ network: executorWallets.network });
  if (rows.length === 0) throw new LeaseLost(`another worker executes on ${network}`);
}

/** Gives the network back on a graceful stop. */
export async function releaseLease(ctx: Ctx, network: string, owner: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.db
      .update(executorWallets)
      .set({ leaseOwner: null, leaseUntil: null })
      .where(and(eq(executorWallets.network, network), eq(executorWallets.leaseOwner, owner)));
  });
}

/** Writes down how the executor of a network is, for readiness, metrics and the dashboard. */
export async function noteState(ctx: Ctx, network: string, note: ExecutorNote): Promise<void> {
  const values = { ...note, checkedAt: ctx.now() };
  await inTransaction(ctx, async (tx) => {
    await tx.db
      .insert(executorWallets)
      .values({ network, ...values })
      .onConflictDoUpdate({ target: executorWallets.network, set: values });
  });
}

export async function countFailures(tx: Tx, network: string, count: number): Promise<void> {
  if (count === 0) return;
  await tx.db
    .update(executorWallets)
    .set({ failedInstalments: sql`${executorWallets.failedInstalments} + ${count}` })
    .where(eq(executorWallets.network, network));
}

function inSeconds(seconds: number) {
  return sql`clock_timestamp() + make_interval(secs => ${seconds})`;
}
