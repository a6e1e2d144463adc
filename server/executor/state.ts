import { and, eq, min, sql } from "drizzle-orm";
import { EXECUTOR_STATES, executorTransactions, executorWallets } from "@/db/schema";
import type { Reads } from "@/server/context";

export { EXECUTOR_STATES };
/**
 * What an executor is able to do:
 *
 * - `ok`; `low_balance`: works, but its gas suffices for few instalments only; `payers_refuse`: works, and leaves out
 *   payers or accounts of whom too much was refused in blocks;
 * - `out_of_gas`, `fee_above_ceiling`, `stuck`, `foreign_transaction`, `refused_by_node`, `sends_nothing`: waits, and
 *   goes on by itself once that has passed or an operator has acted;
 * - `not_relayer`, `contract_paused`, `wrong_contract`, `no_key`: off until an operator acts.
 */
export type ExecutorState = (typeof EXECUTOR_STATES)[number];

export interface ExecutorNote {
  state: ExecutorState;
  /** In words; null when it is `ok`. */
  reason: string | null;
  address?: string | null;
  /** Native coin, base units. */
  balance?: bigint;
  executionsLeft?: number;
}

/** With less than this many instalments' worth of gas an operator is warned. */
export const LOW_EXECUTIONS = 20;

/** How old the last look of a worker may be before nobody knows how the executor is. */
const STALE_MS = 3 * 60_000;

/** How the executor of one network is, as readiness, metrics and the dashboard show it. */
export interface ExecutorReport {
  network: string;
  /** `unknown` where no worker has looked for a while. */
  state: ExecutorState | "unknown";
  reason: string | null;
  address: string | null;
  balance: bigint | null;
  executionsLeft: number | null;
  /** Since when the oldest transaction waits to be mined; null when none does. */
  pendingSince: Date | null;
  failedInstalments: number;
}

/** Reads how the executors of these networks are. */
export async function executorReports(
  ctx: Pick<Reads, "db" | "now">,
  networks: readonly string[],
): Promise<ExecutorReport[]> {
  const [wallets, pending] = await Promise.all([
    ctx.db.select().from(executorWallets),
    ctx.db
      .select({
        network: executorTransactions.network,
        sender: executorTransactions.sender,
        since: min(executorTransactions.signedAt),
      })
      .from(executorTransactions)
      .where(and(sql`not ${executorTransactions.isSettled}`, eq(executorTransactions.state, "pending")))
      .groupBy(executorTransactions.network, executorTransactions.sender),
  ]);
  return networks.map((network) => {
    const wallet = wallets.find((row) => row.network === network);
    const isStale = !wallet?.checkedAt || ctx.now().getTime() - wallet.checkedAt.getTime() > STALE_MS;
    return {
      network,
      state: wallet && !isStale ? wallet.state : "unknown",
      reason: isStale ? "no worker has looked after it for three minutes" : wallet.reason,
      address: wallet?.address ?? null,
      balance: wallet?.balance ?? null,
      executionsLeft: wallet?.executionsLeft ?? null,
      // What a former key left behind keeps nobody waiting.
      pendingSince:
        pending.find((row) => row.network === network && isSame(row.sender, wallet?.address))?.since ?? null,
      failedInstalments: wallet?.failedInstalments ?? 0,
    };
  });
}

function isSame(sender: string, address: string | null | undefined): boolean {
  return sender.toLowerCase() === address?.toLowerCase();
}
