import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { recurringInstalments, recurringPayments, transfers } from "@/db/schema";
import type { ChainAdapter } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { Ctx } from "@/server/context";
import type { ScheduleRow } from "@/server/recurring-payouts/schedule";
import { isCancelledInContract, paidInContract } from "@/server/recurring-payouts/signing/contract";
import { bytes, chainIdOf, permitOf } from "@/server/recurring-payouts/signing/permit";
import { permitDigest } from "@/server/recurring-payouts/signing/typed-data";

/** Schedules looked at together. */
const AT_ONCE = 200;

export interface ScheduleDifference {
  recurringPaymentId: string;
  /**
   * `permit`: the stored permit is not the one that was signed. `behind`, `ahead`: the ledger knows fewer or more
   * paid instalments than the contract. `cancelled`: ended in the contract, and still open here. `instalments`: the
   * instalments are not what their payments say. `contract`: it does not answer.
   */
  problem: "permit" | "behind" | "ahead" | "cancelled" | "instalments" | "contract";
}

/**
 * Compares every schedule of a chain with the contract and with the payments of its instalments. Writes nothing. The
 * expected list is empty once what is on its way has arrived.
 */
export async function auditSchedules(ctx: Ctx, chain: ChainAdapter): Promise<ScheduleDifference[]> {
  const differences: ScheduleDifference[] = [];
  for (let after = ""; ; ) {
    const page = await ctx.db
      .select()
      .from(recurringPayments)
      .where(and(eq(recurringPayments.network, chain.network.id), gt(recurringPayments.id, after)))
      .orderBy(asc(recurringPayments.id))
      .limit(AT_ONCE);
    const last = page.at(-1);
    if (!last) return differences;
    after = last.id;
    const paid = await paymentsCounted(ctx, page);
    const found = await Promise.all(page.map((row) => problemsOf(chain, row, paid.get(row.id))));
    differences.push(...found.flat());
  }
}

/** Instalments that are called processed, and those of them and of all that the contract has paid. */
interface Counted {
  processed: number;
  paid: number;
  both: number;
}

async function paymentsCounted(ctx: Ctx, page: readonly ScheduleRow[]): Promise<Map<string, Counted>> {
  const isProcessed = sql`${recurringInstalments.status} = 'processed'`;
  const isPaid = sql`exists (select 1 from ${transfers}
    where ${transfers.requestId} = ${recurringInstalments.requestId} and ${transfers.type} = 'recurring'
      and ${transfers.mismatch} is null and ${transfers.state} in ('confirmed', 'final'))`;
  const rows = await ctx.db
    .select({
      id: recurringInstalments.recurringPaymentId,
      processed: sql`count(*) filter (where ${isProcessed})`.mapWith(Number),
      paid: sql`count(*) filter (where ${isPaid})`.mapWith(Number),
      both: sql`count(*) filter (where ${isProcessed} and ${isPaid})`.mapWith(Number),
    })
    .from(recurringInstalments)
    .where(
      inArray(
        recurringInstalments.recurringPaymentId,
        page.map(({ id }) => id),
      ),
    )
    .groupBy(recurringInstalments.recurringPaymentId);
  return new Map(rows.map((row) => [row.id, row]));
}

async function problemsOf(
  chain: ChainAdapter,
  row: ScheduleRow,
  { processed, paid, both }: Counted = { processed: 0, paid: 0, both: 0 },
): Promise<ScheduleDifference[]> {
  const problems: ScheduleDifference["problem"][] = [];
  const digest = permitDigest(chainIdOf(row), bytes(row.contract), permitOf(row));
  if (digest !== row.digest) problems.push("permit");
  if (processed !== row.processed || paid !== processed || both !== processed) problems.push("instalments");
  try {
    const [inContract, isCancelled] = await Promise.all([
      paidInContract(chain, row),
      isCancelledInContract(chain, row),
    ]);
    if (row.processed < inContract) problems.push("behind");
    if (row.processed > inContract) problems.push("ahead");
    const isOpen = row.status === "pending" || row.status === "active" || row.status === "paused";
    if (isCancelled && isOpen) problems.push("cancelled");
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    problems.push("contract");
  }
  return problems.map((problem) => ({ recurringPaymentId: row.id, problem }));
}
