import { isNetworkId, NETWORKS } from "@/server/chains/networks";
import { walletText } from "@/server/chains/wallets/wallet-text";
import type { Ctx } from "@/server/context";
import type { DepositRow } from "@/server/crosschain/deposit-row";
import { inputTokenOf, outputTokenOf, payeesShareOf } from "@/server/crosschain/described";
import { lifiWords } from "@/server/crosschain/lifi/ask";
import { type LifiWord, lifiSentence } from "@/server/crosschain/lifi/told";
import { meaningOf } from "@/server/crosschain/meaning";
import { depositsOf } from "@/server/crosschain/payers";
import type { DepositSeen } from "@/server/dashboard/crosschain-schema";
import type { TimelineEntry } from "@/server/dashboard/detail-schema";
import { formatAmount } from "@/server/lib/amount";
import type { RequestRow } from "@/server/requests/draft";

/**
 * The legs of payments from other networks that are no transfer to the payee: the deposit on the source chain, and what
 * became of it where it was not delivered. The delivery itself is a transfer of the timeline.
 */
export async function depositTimeline(ctx: Pick<Ctx, "db">, request: RequestRow): Promise<TimelineEntry[]> {
  const rows = await depositsOf(ctx.db, [request.id]);
  const shown = rows.filter((row) => row.state === "dropped" || meaningOf(row, request.status).isShown);
  const words = await lifiWords(
    ctx.db,
    shown.map(({ id }) => id),
  );
  return shown.flatMap((row): TimelineEntry[] => {
    const deposit = describeDeposit(row);
    const made: TimelineEntry = {
      kind: "deposit",
      at: row.blockTime.toISOString(),
      reason: withWord(madeReason(row), row, words.get(row.id)),
      deposit,
    };
    const end = endOf(row);
    return end ? [made, { kind: "deposit_undelivered", ...end, deposit }] : [made];
  });
}

/** LI.FI's word stands beside what the chains show, where it says more than they do. */
function withWord(reason: string, { state }: DepositRow, word: LifiWord | null | undefined): string {
  const sentence = lifiSentence(state, word ?? null);
  return sentence === null ? reason : `${reason} ${sentence}`;
}

function madeReason(row: DepositRow): string {
  const [from, to] = [nameOf(row.sourceNetwork), nameOf(row.destinationNetwork)];
  const paid = `The payer gave the money to the bridge on ${from}.`;
  if (row.state === "bridging") return `${paid} It is on its way to ${to}.`;
  if (row.state === "filled") return `${paid} It was delivered on ${to}.`;
  if (row.state === "filled_call_failed") {
    return `${paid} It was delivered on ${to} as a plain transfer, because the payment call failed; it counts all the same.`;
  }
  if (row.state === "dropped") return `${paid} A reorganisation of ${from} took that transaction back.`;
  return paid;
}

/** How it ended without a delivery; null for all others. */
function endOf(row: DepositRow): { at: string; reason: string } | null {
  const [from, to] = [nameOf(row.sourceNetwork), nameOf(row.destinationNetwork)];
  const late = `Nobody delivered it on ${to} in time`;
  if (row.state === "expired" && row.expiredAt) {
    return {
      at: row.expiredAt.toISOString(),
      reason: `${late}. The request is open again; it is final in a moment.`,
    };
  }
  const at = row.changedAt.toISOString();
  if (row.state === "refunding") {
    return { at, reason: `${late}. The bridge returns the money to the payer on ${from} within hours.` };
  }
  if (row.state === "refunded") return { at, reason: `${late}. The payer has the money back on ${from}.` };
  if (row.state === "failed" && row.fillTxHash !== null) {
    return {
      at,
      reason: `The payer had the bridge deliver it on ${to} to somebody else. The request is open again.`,
    };
  }
  if (row.state === "failed") {
    return {
      at,
      reason: `${late}, and for a week the bridge has not returned the money. The payer has to ask its support.`,
    };
  }
  return null;
}

function describeDeposit(row: DepositRow): DepositSeen {
  const [input, output] = [inputTokenOf(row), outputTokenOf(row)];
  return {
    id: row.id,
    state: row.state,
    sourceNetwork: row.sourceNetwork,
    sourceTxHash: row.txHash,
    amount: formatAmount(row.inputAmount, input.decimals),
    currency: input.symbol,
    payer: row.payer === null ? null : walletText(row.sourceNetwork, row.payer),
    destinationNetwork: row.destinationNetwork,
    destinationTxHash: row.fillTxHash,
    outputAmount: formatAmount(payeesShareOf(row), output.decimals),
    outputCurrency: output.symbol,
    deadline: new Date(row.fillDeadline * 1_000).toISOString(),
    refundTo: walletText(row.sourceNetwork, row.depositor),
    refundTxHash: row.refundTxHash,
  };
}

function nameOf(network: string): string {
  return isNetworkId(network) ? NETWORKS[network].name : network;
}
