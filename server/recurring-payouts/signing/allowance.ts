import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { recurringPayments } from "@/db/schema";
import type { ChainAdapter } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import { approval, type Call } from "@/server/chains/evm/calldata";
import type { Reads } from "@/server/context";
import type { Token } from "@/server/currencies/tokens";
import type { ScheduleRow } from "@/server/recurring-payouts/schedule";
import { bytes } from "@/server/recurring-payouts/signing/permit";

/** Which allowance: what a payer lets our contract of one network take of a token. */
export type Allowance = Pick<ScheduleRow, "network" | "contract" | "subscriber" | "token">;

/**
 * What the signed schedules of this payer still need of one allowance, base units, whoever created them: an approval
 * replaces the one before it (RC-06). Those that nobody has signed count for nothing, because anybody can ask for them
 * in the name of any payer. `but` is left out.
 */
export async function neededByOthers(
  ctx: Pick<Reads, "db">,
  { network, contract, subscriber, token }: Allowance,
  but = "",
): Promise<bigint> {
  const t = recurringPayments;
  const rows = await ctx.db
    .select({
      sum: sql<string>`coalesce(sum((${t.amount} + ${t.feeAmount} + ${t.gasFee})
        * (${t.totalExecutions} - ${t.processed})), 0)::text`,
    })
    .from(t)
    .where(
      and(
        eq(t.network, network),
        eq(t.subscriber, subscriber),
        eq(t.token, token),
        eq(t.contract, contract),
        inArray(t.status, ["active", "paused"]),
        sql`${t.id} <> ${but}`,
      ),
    );
  const [{ sum }] = z.tuple([z.object({ sum: z.string() })]).parse(rows);
  return BigInt(sum);
}

/** What the payer lets the contract take now, base units. Throws `ChainError`. */
export async function currentAllowance(
  chain: ChainAdapter,
  { contract, subscriber, token }: Omit<Allowance, "network">,
): Promise<bigint> {
  const funds = await chain.funds({
    wallet: bytes(subscriber),
    token: bytes(token),
    spender: bytes(contract),
  });
  if (funds.allowance === null) throw new ChainError(`${token} did not say what it lets ${contract} take`);
  return funds.allowance;
}

/** The approvals that change an allowance, in their order; some tokens have to be reset first (onchain.md §15). */
export function approvalsTo(
  token: Token,
  { address, contract }: { address: Hex; contract: Hex },
  { current, target }: { current: bigint; target: bigint },
): Call[] {
  if (current === target) return [];
  const change = approval(address, contract, target);
  const isRefused = token.approveNeedsReset && current > 0n && target > 0n;
  return isRefused ? [approval(address, contract, 0n), change] : [change];
}
