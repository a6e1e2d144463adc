import type { Hex } from "@/server/chains/contract-addresses";
import { erc20Payment } from "@/server/chains/evm/calldata";
import type { Ctx } from "@/server/context";
import { formatAmount } from "@/server/lib/amount";
import { feeRates, transactionOf } from "@/server/requests/paying/calldata-answer";
import { type PlannedDeposits, planDeposits } from "@/server/requests/paying/crosschain/plan-deposit";
import { destinationFor, type Source } from "@/server/requests/paying/crosschain/source";
import { type Due, storedFee } from "@/server/requests/paying/due";
import { planBatch } from "@/server/requests/paying/payment-plan";
import { checkWallet, type Readiness } from "@/server/requests/paying/readiness";
import { startListening } from "@/server/requests/paying/start-listening";
import {
  crosschainFunds,
  crosschainMetadata,
  depositCosts,
} from "@/server/secure-payments/crosschain/metadata";
import { crosschainPayer, requireFewDeposits } from "@/server/secure-payments/crosschain/prepare";
import { describedChildren } from "@/server/secure-payments/multicall/described";
import type { OpenChildren } from "@/server/secure-payments/multicall/due";
import type { Multicall } from "@/server/secure-payments/multicall/multicall";
import type { DestinationCall, MulticallCalldata } from "@/server/secure-payments/wire/multicall-schema";
import type { VisitQuery } from "@/server/secure-payments/wire/read-schema";

/**
 * The transactions that pay the open children of a multicall from one network and token (MC-17): a deposit for each, and
 * one batch for those that are on that network and in that token themselves. The children may be on several networks.
 */
export async function payCrosschain(
  ctx: Ctx,
  multicall: Multicall,
  open: OpenChildren,
  source: Source,
  query: VisitQuery,
): Promise<MulticallCalldata> {
  const payer = crosschainPayer(query);
  requireFewDeposits(open.children.length);
  const isOwn = ({ token }: Due) => token.id === source.token.id;
  const [own, away] = [open.dues.filter(isOwn), open.dues.filter((due) => !isOwn(due))];
  const [planned, direct] = await Promise.all([
    planDeposits(ctx, away, { source, payer, linkId: multicall.row.id, together: open.dues }),
    own.length === 0 ? null : payDirectly(source, own, payer),
  ]);
  await startListening(
    ctx,
    open.payables.map(({ row }) => row),
  );
  const onWire = transactionOf(source.network);
  const approvals = [...(direct?.approvals ?? []), ...planned.approvals].map(onWire);
  const batch = direct ? [onWire(direct.plan.call)] : [];
  const deposits = planned.legs.map(({ quote }) => onWire(quote.call));
  const transactions = [...approvals, ...batch, ...deposits];
  const firstPayment = approvals.length;
  const destinationCalls = planned.legs.map((leg, i) => destinationCall(away[i], leg));
  const described = describedChildren(multicall, open.children, payer);
  const callOf = (due: Due | undefined) => (due ? destinationCalls[away.indexOf(due)] : undefined);
  const inToken = (units: bigint) => formatAmount(units, source.token.decimals);
  const funding = direct ? together(planned.funding, direct.funding) : planned.funding;
  const directAmount = direct?.plan.spends[0]?.amount ?? 0n;
  const inputAmount = planned.inputAmount + directAmount;
  return {
    ...described,
    children: described.children.map((child, i) => {
      const call = callOf(open.dues[i]);
      return {
        ...child,
        sourceTokenAddress: source.token.address,
        ...(call ? { destinationCall: call } : {}),
      };
    }),
    transactions,
    executionKind: "evm_cross_chain",
    network: source.network.id,
    chainId: source.network.chainId,
    ERC20ApprovalTransactions: approvals,
    ...(batch[0] ? { batchPaymentTransaction: batch[0] } : {}),
    destinationCalls,
    metadata: {
      stepsRequired: transactions.length,
      needsApproval: true,
      approvalTransactionIndex: firstPayment - 1,
      approvalTransactionsCount: approvals.length,
      paymentTransactionIndex: firstPayment,
      // Children of a multicall are paid in the currency that they are written in: no rate was promised.
      ...crosschainMetadata(ctx, { ...planned, inputAmount }, new Map()),
      ...feeRates(open.payables, storedFee),
      ...crosschainFunds({ ...planned, funding, inputAmount }, null),
      approvalTransactionIndices: approvals.map((_, index) => index),
      ...(batch.length > 0 ? { batchPaymentTransactionIndex: firstPayment } : {}),
      bridgeTxIndices: deposits.map((_, index) => firstPayment + batch.length + index),
      bridgeDeposits: depositCosts(planned),
      aggregateAllowance: inToken(planned.inputAmount),
      bridgeSourceAmount: inToken(planned.inputAmount),
      sourceSideAmount: inToken(inputAmount),
      paymentCurrencyId: source.token.id,
      network: source.network.id,
      childCount: multicall.children.length,
      executableLegCount: open.children.length,
      feePlanCarried: open.children.every(({ link }) => link.feePlan !== null),
    },
  };
}

/** Children that need no bridge: one transaction of the batch contract. */
async function payDirectly({ chain, network }: Source, dues: readonly Due[], payer: Hex) {
  const plan = planBatch(network, dues);
  const { approvals, funding } = await checkWallet(chain, plan, payer);
  if (!funding) throw new Error("nothing is known about a wallet that was named");
  return { plan, approvals, funding };
}

type Funding = NonNullable<Readiness["funding"]>;

/** Whether one wallet could do both, which are of one token. */
function together(deposits: PlannedDeposits["funding"], batch: Funding): Funding {
  const [one, other] = [deposits.balances[0], batch.balances[0]];
  if (!one || !other) throw new Error("nothing is known about a token that is spent");
  const required = one.required + other.required;
  const hasEnoughBalance = one.available >= required;
  const gasCost = {
    approvals: deposits.gasCost.approvals + batch.gasCost.approvals,
    payment: deposits.gasCost.payment + batch.gasCost.payment,
  };
  return {
    ...deposits,
    balances: [{ ...one, required }],
    hasEnoughBalance,
    shortfalls: hasEnoughBalance ? [] : [{ token: one.token, required, available: one.available }],
    gasCost,
    hasEnoughGas: deposits.native >= gasCost.approvals + gasCost.payment,
  };
}

/** The payment itself; those of fees come after it in the same deposit. */
function destinationCall(
  due: Due | undefined,
  { quote, payments: [payment] }: PlannedDeposits["legs"][number],
): DestinationCall {
  if (!due || !payment) throw new Error("a deposit that pays nothing");
  const { id, sourceChain, chainId, contracts } = destinationFor(due.token);
  const proxy = contracts.erc20FeeProxy.address;
  return {
    network: id,
    chain: sourceChain ?? id,
    chainId,
    target: quote.recipient,
    contractAddress: proxy,
    calldata: erc20Payment(proxy, payment).data,
  };
}
