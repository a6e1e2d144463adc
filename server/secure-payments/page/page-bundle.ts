import { explorerAddressUrl, NETWORKS, type NetworkId } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import { type FeeLeg, planLegs } from "@/server/fees/plan-for";
import { formatAmount } from "@/server/lib/amount";
import { seenTransfers } from "@/server/payments/seen";
import { payerWallet } from "@/server/requests/payer-wallet";
import { chainFor, checkWallet } from "@/server/requests/readiness";
import { maskAddress } from "@/server/secure-payments/access";
import { networkOf } from "@/server/secure-payments/link";
import type { BundleDue } from "@/server/secure-payments/multicall/due";
import type { Bundle, BundleChild } from "@/server/secure-payments/multicall/multicall";
import type { PageOption } from "@/server/secure-payments/page/page-schema";
import type { BlockReason } from "@/server/secure-payments/reading/lookup-schema";

/** What the payer page shows of a bundle beside its facts: a row per recipient. Plain JSON, base units as text. */
export interface PageBundle {
  rows: PageBundleRow[];
  /** Of all children, one per network and token. */
  totals: PageBundleTotal[];
  /** Of all children, fees of one name, bearer and token together. */
  fees: PageBundleFee[];
  /** False when children are on several networks: each is paid by its own link then (MC-17). */
  isOneNetwork: boolean;
}

export interface PageBundleRow {
  position: number;
  requestId: string;
  /** The child's own link, which stays payable by itself (MC-06). */
  token: string;
  /** The merchant's own words. */
  reference: string | null;
  recipient: string;
  isMasked: boolean;
  amount: string;
  symbol: string;
  decimals: number;
  currency: string;
  networkName: string;
  /** Null for a recipient that hides, and on a local chain, which no explorer knows. */
  explorerUrl: string | null;
  /** False where the child hides itself from the public, and so does its receipt. */
  hasPublicReceipt: boolean;
  state: BundleRowState;
  txHash: string | null;
}

/** Money on its way is no reason to do anything; every other block is for somebody to know. */
export type BundleRowState =
  | { kind: "open" | "moving" | "paid" }
  | { kind: "blocked"; reason: Exclude<BlockReason, "already_paid" | "request_processing"> };

export interface PageBundleTotal {
  network: NetworkId;
  networkName: string;
  currency: string;
  symbol: string;
  decimals: number;
  count: number;
  amount: string;
  /** What of it can be paid now. */
  open: string;
}

export interface PageBundleFee {
  label: string;
  bearer: FeeLeg["bearer"];
  amount: string;
  symbol: string;
  decimals: number;
}

/** A bundle for a payer who may see amounts and recipients (MC-13, PP-14). One query. */
export async function pageBundle(ctx: Pick<Ctx, "db" | "config">, bundle: Bundle): Promise<PageBundle> {
  const seen = await seenTransfers(
    ctx,
    bundle.requests.map((request) => request.id),
  );
  const hashes = new Map(seen.map(({ requestId, txHash }) => [requestId, txHash]));
  const { children, policy } = bundle;
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

/** What the wallet has of each currency that the open rows take; nothing while nobody has come. Throws 503. */
export async function bundleOptions(
  ctx: Ctx,
  bundle: Bundle,
  { plan }: BundleDue,
  wallet: string | null,
): Promise<PageOption[]> {
  if (wallet === null) return [];
  const { id, family } = networkOf(bundle);
  const { funding } = await checkWallet(chainFor(ctx, id), plan, payerWallet(family, wallet));
  return (funding?.balances ?? []).map(({ token, required, available }) => ({
    symbol: token.symbol,
    balance: formatAmount(available, token.decimals),
    needed: formatAmount(required, token.decimals),
    hasEnough: available >= required,
  }));
}

function rowOf(
  child: BundleChild,
  isMasked: boolean,
  txHash: string | null,
): Omit<PageBundleRow, "explorerUrl"> {
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

function stateOf({ blockReason }: BundleChild): BundleRowState {
  if (blockReason === null) return { kind: "open" };
  if (blockReason === "already_paid") return { kind: "paid" };
  if (blockReason === "request_processing") return { kind: "moving" };
  return { kind: "blocked", reason: blockReason };
}

function totalsOf(children: readonly BundleChild[]): PageBundleTotal[] {
  const tokens = [...new Set(children.map(({ payable }) => payable.token))];
  return tokens.map((token) => {
    const own = children.filter(({ payable }) => payable.token === token);
    const sum = (some: readonly BundleChild[]) =>
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

function feesOf(children: readonly BundleChild[]): PageBundleFee[] {
  const fees = new Map<string, PageBundleFee>();
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
