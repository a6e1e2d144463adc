import { ChainError } from "@/server/chains/chain-error";
import { explorerAddressUrl, NETWORKS } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import { planLegs } from "@/server/fees/plan-for";
import { formatAmount } from "@/server/lib/amount";
import { maskAddress } from "@/server/payer-access/withheld";
import { seenTransfers } from "@/server/payments/counting/seen";
import { payerWallet } from "@/server/requests/paying/payer-wallet";
import { chainFor, checkWalletIfReachable } from "@/server/requests/paying/readiness";
import { networkOf } from "@/server/secure-payments/link";
import type { MulticallDue } from "@/server/secure-payments/multicall/due";
import type { Multicall, MulticallChild } from "@/server/secure-payments/multicall/multicall";
import type {
  MulticallRowState,
  PageFee,
  PageMulticall,
  PageMulticallRow,
  PageMulticallTotal,
} from "@/server/secure-payments/page/multicall-schema";
import type { PageOption } from "@/server/secure-payments/page/page-schema";

/** A multicall for a payer who may see amounts and recipients (MC-13, PP-14). One query. */
export async function pageMulticall(
  ctx: Pick<Ctx, "db" | "config">,
  multicall: Multicall,
): Promise<PageMulticall> {
  const seen = await seenTransfers(
    ctx,
    multicall.requests.map((request) => request.id),
  );
  const hashes = new Map(seen.map(({ requestId, txHash }) => [requestId, txHash]));
  const { children, policy } = multicall;
  const hasExplorer = ctx.config.profile !== "local" && !policy.hidePayeeAddress;
  return {
    rows: children.map((child) => ({
      ...rowOf(child, policy.hidePayeeAddress, hashes.get(child.payable.row.id) ?? null),
      explorerUrl: hasExplorer
        ? explorerAddressUrl(child.payable.token.network, child.payable.row.payee)
        : null,
    })),
    totals: totalsOf(children),
    fees: feesOf(children),
    isOneNetwork: new Set(children.map(({ payable }) => payable.token.network)).size === 1,
  };
}

/**
 * What the wallet has of each currency that the open rows take; nothing while nobody has come, nor where it was made to be
 * paid from another network alone; null where no node answers.
 */
export async function multicallOptions(
  ctx: Ctx,
  multicall: Multicall,
  { plan }: MulticallDue,
  wallet: string | null,
): Promise<PageOption[] | null> {
  if (wallet === null || multicall.row.requestedExecutionKind === "evm_cross_chain") return [];
  const { id, family } = networkOf(multicall);
  const readiness = await checkWalletIfReachable(chainFor(ctx, id), plan, payerWallet(family, wallet));
  if (readiness instanceof ChainError) return null;
  return (readiness.funding?.balances ?? []).map(({ token, required, available }) => ({
    symbol: token.symbol,
    balance: formatAmount(available, token.decimals),
    needed: formatAmount(required, token.decimals),
    hasEnough: available >= required,
  }));
}

function rowOf(
  child: MulticallChild,
  isMasked: boolean,
  txHash: string | null,
): Omit<PageMulticallRow, "explorerUrl"> {
  const { link, payable, position } = child;
  const { token, row } = payable;
  return {
    position,
    requestId: row.requestId.slice(2),
    token: link.row.token,
    reference: link.row.reference,
    recipient: isMasked ? maskAddress(row.payee) : row.payee,
    isMasked,
    amount: (link.amounts[0] ?? row.amount).toString(),
    symbol: token.symbol,
    decimals: token.decimals,
    currency: token.id,
    networkName: NETWORKS[token.network].name,
    hasPublicReceipt: !link.policy.hideUntilApproved,
    state: stateOf(child),
    txHash,
  };
}

function stateOf({ blockReason }: MulticallChild): MulticallRowState {
  if (blockReason === null) return { kind: "open" };
  if (blockReason === "already_paid") return { kind: "paid" };
  if (blockReason === "request_processing") return { kind: "moving" };
  return { kind: "blocked", reason: blockReason };
}

function totalsOf(children: readonly MulticallChild[]): PageMulticallTotal[] {
  const tokens = [...new Set(children.map(({ payable }) => payable.token))];
  return tokens.map((token) => {
    const own = children.filter(({ payable }) => payable.token === token);
    const sum = (some: readonly MulticallChild[]) =>
      some.reduce((all, { link, payable }) => all + (link.amounts[0] ?? payable.row.amount), 0n).toString();
    return {
      network: token.network,
      networkName: NETWORKS[token.network].name,
      currency: token.id,
      symbol: token.symbol,
      decimals: token.decimals,
      count: own.length,
      amount: sum(own),
      open: sum(own.filter(({ blockReason }) => blockReason === null)),
    };
  });
}

function feesOf(children: readonly MulticallChild[]): PageFee[] {
  const fees = new Map<string, PageFee>();
  for (const { link, payable } of children) {
    const { symbol, decimals } = payable.token;
    for (const { label, bearer, amount } of link.feePlan ? planLegs(link.feePlan, payable.token) : []) {
      const key = JSON.stringify([label, bearer, payable.token.id]);
      const before = BigInt(fees.get(key)?.amount ?? 0);
      fees.set(key, { label, bearer, symbol, decimals, amount: (before + amount).toString() });
    }
  }
  return [...fees.values()];
}
