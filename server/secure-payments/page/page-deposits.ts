import { and, eq, inArray } from "drizzle-orm";
import { quotes } from "@/db/schema";
import { EVM_NETWORKS, isEvmNetworkId } from "@/server/chains/networks";
import { walletText } from "@/server/chains/wallets/wallet-text";
import type { Ctx, Reads } from "@/server/context";
import type { DepositRow } from "@/server/crosschain/deposit-row";
import { inputTokenOf, payeesShareOf } from "@/server/crosschain/described";
import { meaningOf } from "@/server/crosschain/meaning";
import { depositsOf } from "@/server/crosschain/payers";
import type { DueNow } from "@/server/secure-payments/due/due-now";
import type { Link } from "@/server/secure-payments/link";
import type { PageDeposit } from "@/server/secure-payments/page/crosschain-schema";
import type { PageFacts } from "@/server/secure-payments/page/page-schema";

/**
 * Deposits for a link, the oldest first. None that the source chain dropped, that paid somebody else, or that mean nothing
 * to their request (`server/crosschain/meaning.ts`). One query.
 */
export async function pageDeposits(
  { db, config }: Pick<Ctx, "db" | "config">,
  { requests }: Pick<Link, "requests">,
): Promise<PageDeposit[]> {
  const rows = await depositsOf(
    db,
    requests.map(({ id }) => id),
  );
  const statusOf = new Map(requests.map(({ id, status }) => [id, status]));
  const places = new Map(requests.map(({ id }, item) => [id, item]));
  return rows
    .filter((row) => meaningOf(row, statusOf.get(row.requestId) ?? "created").isShown)
    .flatMap((row) => shownDeposit(row, places.get(row.requestId) ?? 0, config.profile === "local") ?? []);
}

function shownDeposit(row: DepositRow, item: number, isLocal: boolean): PageDeposit | null {
  const { state, sourceNetwork } = row;
  // Whoever made it had its money delivered to somebody else.
  const isRedirected = state === "failed" && row.fillTxHash !== null;
  if (state === "dropped" || isRedirected || !isEvmNetworkId(sourceNetwork)) return null;
  const { id, name, chainId, explorer } = EVM_NETWORKS[sourceNetwork];
  const { symbol, decimals } = inputTokenOf(row);
  return {
    state,
    item,
    from: { id, name, chainId, explorer: isLocal ? null : explorer },
    depositId: row.depositId.toString(),
    txHash: row.txHash,
    amount: row.inputAmount.toString(),
    symbol,
    decimals,
    arrives: payeesShareOf(row).toString(),
    fillTxHash: row.fillTxHash,
    refundTxHash: row.refundTxHash,
    refundTo: walletText(sourceNetwork, row.depositor),
    deadline: new Date(row.fillDeadline * 1_000).toISOString(),
    at: row.blockTime.toISOString(),
  };
}

/** Deposits whose money the payee has or may still get, and that no transfer shows yet. */
export function underway({ deposits, transfers }: Pick<PageFacts, "deposits" | "transfers">): PageDeposit[] {
  const shown = new Set(transfers.map(({ txHash }) => txHash));
  return deposits.filter(({ state, fillTxHash }) => {
    if (state === "bridging" || state === "expired") return true;
    return (state === "filled" || state === "filled_call_failed") && !shown.has(fillTxHash ?? "");
  });
}

/**
 * Whether deposits that are on their way bring all that is left of a link, so that nobody should pay it again. A
 * deposit of less, which anybody could make, hides nothing. Of a link in another currency the amount moves with the
 * rate: there a deposit counts that brings what was promised to its wallet. Of a link with several requests each has to be
 * brought: too much for one pays no other.
 */
export async function isBeingBrought(
  ctx: Pick<Reads, "db">,
  link: Pick<Link, "requests">,
  facts: PageFacts,
  { dues, payables, brought }: Pick<DueNow, "dues" | "payables" | "brought">,
): Promise<boolean> {
  if (link.requests.length > 1) return payables.every(({ row }) => brought.has(row.id));
  const coming = underway(facts);
  if (coming.length === 0) return false;
  const [item] = facts.items;
  if (!item?.invoice) {
    const needed = dues.reduce((sum, { amount }) => sum + amount, 0n);
    return coming.reduce((sum, { arrives }) => sum + BigInt(arrives), 0n) >= needed;
  }
  const left = BigInt(item.invoice.amount) - BigInt(item.invoice.received);
  const promised = await ctx.db
    .select({ payer: quotes.payer, amount: quotes.paymentAmount, invoiceAmount: quotes.invoiceAmount })
    .from(quotes)
    .where(
      and(
        inArray(
          quotes.requestId,
          link.requests.map(({ id }) => id),
        ),
        eq(quotes.paymentCurrency, item.currency),
        inArray(
          quotes.paymentAmount,
          coming.map(({ arrives }) => BigInt(arrives)),
        ),
      ),
    );
  return coming.some(({ arrives, refundTo }) =>
    promised.some(
      ({ payer, amount, invoiceAmount }) =>
        payer === refundTo.toLowerCase() && amount === BigInt(arrives) && invoiceAmount >= left,
    ),
  );
}
