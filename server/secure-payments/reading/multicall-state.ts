import type { Branding } from "@/server/branding/schema";
import { formatAmount } from "@/server/lib/amount";
import { maskAddress } from "@/server/payer-access/withheld";
import { amountText, contextOf, messageKeyOf, recoveryOf } from "@/server/secure-payments/multicall/block";
import type { Multicall, MulticallChild } from "@/server/secure-payments/multicall/multicall";
import { summaryOf } from "@/server/secure-payments/multicall/summary";
import { analyticsOf } from "@/server/secure-payments/reading/analytics";
import { MulticallState } from "@/server/secure-payments/wire/multicall-schema";

/** How a multicall looks, and what of it must not be told to whoever reads it. */
export interface MulticallView {
  branding: Branding | null;
  /** Amounts, recipients, references and fees of the children. */
  isHidden: boolean;
  arePayeesMasked: boolean;
}

/** A multicall in its wire form (MC-12 to MC-14): no quotes, no calldata. */
export function stateOf(
  multicall: Multicall,
  { branding, isHidden, arePayeesMasked }: MulticallView,
): MulticallState {
  const { row, children, status } = multicall;
  const blockedChildCount = children.filter(({ blockReason }) => blockReason !== null).length;
  const payees = ({ payable }: MulticallChild) =>
    arePayeesMasked ? maskAddress(payable.row.payee) : payable.row.payee;
  return {
    paymentType: "multicall",
    status: MulticallState.shape.status.parse(status),
    redirectUrl: row.redirectUrl,
    redirectLabel: row.redirectLabel,
    orchestratorId: row.orchestratorId,
    branding,
    analytics: analyticsOf(multicall, isHidden),
    requestIds: multicall.requests.map((request) => request.requestId.slice(2)),
    token: row.token,
    canExecute: status === "pending" && blockedChildCount === 0,
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    children: children.map((child) => {
      const { link, payable, position, blockReason } = child;
      const { network, currency, ...context } = contextOf(child);
      return {
        securePaymentToken: link.row.token,
        requestId: payable.row.requestId.slice(2),
        position,
        executable: blockReason === null,
        blockReason,
        messageKey: blockReason && messageKeyOf(blockReason),
        context: isHidden ? context : { ...context, network, currency },
        recoveryAction: blockReason && recoveryOf(blockReason),
        feePlan: isHidden ? null : link.feePlan,
        amount: isHidden ? null : amountText(child),
        payee: isHidden ? null : payees(child),
        reference: isHidden ? null : link.row.reference,
      };
    }),
    totals: {
      childCount: children.length,
      blockedChildCount,
      byDestinationCurrency: isHidden ? [] : totalsOf(children),
      amountSummary: summaryOf(isHidden ? [] : children),
    },
  };
}

function totalsOf(children: readonly MulticallChild[]) {
  const totals = new Map<string, { child: MulticallChild; sum: bigint }>();
  for (const child of children) {
    const { id } = child.payable.token;
    const sum = (totals.get(id)?.sum ?? 0n) + (child.link.amounts[0] ?? 0n);
    totals.set(id, { child, sum });
  }
  return [...totals.values()].map(({ child: { payable }, sum }) => ({
    network: payable.token.network,
    currency: payable.token.id,
    totalAmount: formatAmount(sum, payable.token.decimals),
  }));
}
