import { formatAmount } from "@/server/lib/amount";
import { feeBundleOf } from "@/server/secure-payments/due/fee-bundle";
import type { Multicall, MulticallChild } from "@/server/secure-payments/multicall/multicall";
import { summaryOf } from "@/server/secure-payments/multicall/summary";
import type { MulticallCalldata } from "@/server/secure-payments/wire/multicall-schema";
import type { FeeBundle } from "@/server/secure-payments/wire/pay-schema";

type DescribedChildren = Pick<
  MulticallCalldata,
  | "paymentType"
  | "token"
  | "feeBundle"
  | "childTokens"
  | "requestIds"
  | "children"
  | "payees"
  | "amounts"
  | "references"
>;

/** What an answer says about the children that it pays, in their order (MC-16). */
export function describedChildren(
  multicall: Multicall,
  children: readonly MulticallChild[],
  wallet: string | null,
): DescribedChildren {
  return {
    paymentType: "multicall",
    token: multicall.row.token,
    feeBundle: feesOf(multicall, children, wallet),
    childTokens: children.map(({ link }) => link.row.token),
    requestIds: children.map(({ payable }) => payable.row.requestId.slice(2)),
    children: children.map(describe),
    payees: children.map(({ payable }) => payable.row.payee),
    amounts: children.map(dueText),
    references: children.map(({ link }) => link.row.reference),
  };
}

function describe(child: MulticallChild): MulticallCalldata["children"][number] {
  const { link, payable, position } = child;
  const { token, row } = payable;
  return {
    position,
    securePaymentToken: link.row.token,
    requestId: row.requestId.slice(2),
    payee: row.payee,
    amount: dueText(child),
    paymentCurrency: token.id,
    paymentReference: row.paymentReference,
    paymentCurrencyAddress: token.address,
    sourceTokenAddress: token.address,
    tokenAddress: token.address,
    network: token.network,
  };
}

function dueText({ payable: { remaining, token } }: MulticallChild): string {
  return formatAmount(remaining, token.decimals);
}

function feesOf(
  multicall: Multicall,
  children: readonly MulticallChild[],
  wallet: string | null,
): FeeBundle | null {
  const multicalls = children.flatMap(({ link, payable }) => feeBundleOf(link, payable, wallet) ?? []);
  const [first] = multicalls;
  if (!first || multicalls.length < children.length) return null;
  return {
    bundleId: wallet === null ? null : multicall.row.id,
    defaultFeeBearer: first.defaultFeeBearer,
    amountSummary: summaryOf(children),
    fees: multicalls.flatMap(({ fees }) => fees),
  };
}
