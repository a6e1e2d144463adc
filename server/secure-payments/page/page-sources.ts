import { NETWORKS } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { formatAmount } from "@/server/lib/amount";
import { sameWorth } from "@/server/providers/crosschain/terms";
import { estimateTogether } from "@/server/requests/paying/crosschain/list-bridges";
import { askedFor } from "@/server/requests/paying/crosschain/plan-deposit";
import { allSources } from "@/server/requests/paying/crosschain/source";
import type { Due } from "@/server/requests/paying/due";
import { payerWallet } from "@/server/requests/paying/payer-wallet";
import { decisionOn } from "@/server/secure-payments/access";
import { MAX_DEPOSITS } from "@/server/secure-payments/crosschain/prepare";
import { dueNow } from "@/server/secure-payments/due/due-now";
import { type Link, networkOf } from "@/server/secure-payments/link";
import { openChildren } from "@/server/secure-payments/multicall/due";
import { isMulticall, type Multicall } from "@/server/secure-payments/multicall/multicall";
import type { PageSource, PageSources } from "@/server/secure-payments/page/crosschain-schema";
import { findReadableLink } from "@/server/secure-payments/reader";
import { unpayable } from "@/server/secure-payments/refusal";

const NONE: PageSources = { state: "none", sources: [] };

/**
 * From where else a wallet could pay all that is left of a link or a multicall of one network, with the cost as far as it is known without asking anybody. Tells nothing
 * to a wallet that may not pay. Throws 400 for a wallet that is no address, 503 when there is no price for a link in
 * another currency.
 */
export async function readPageSources(ctx: Ctx, token: string, wallet: string): Promise<PageSources> {
  const link = await findReadableLink(ctx, token);
  if (!link || link.row.network === null) return NONE;
  const network = networkOf(link);
  if (network.family !== "evm" || network.sourceChain === null) return NONE;
  if (await unpayable(ctx, link, { isHidden: true })) return NONE;
  const decision = await decisionOn(ctx, link, { wallet }, "access");
  if (decision?.status !== "approved") return NONE;
  const dues = await duesOf(ctx, link, wallet);
  return dues.length === 0 || dues.length > MAX_DEPOSITS ? NONE : sourcesOf(ctx, dues, wallet);
}

async function duesOf(ctx: Ctx, link: Link | Multicall, wallet: string): Promise<readonly Due[]> {
  if (!isMulticall(link)) return (await dueNow(ctx, link, { wallet }))?.dues ?? [];
  // Made for its own network only.
  const kind = link.row.requestedExecutionKind;
  if (kind !== null && kind !== "evm_cross_chain") return [];
  return openChildren(ctx, link)?.dues ?? [];
}

async function sourcesOf(ctx: Ctx, dues: readonly Due[], wallet: string): Promise<PageSources> {
  const { bridges } = ctx.providers;
  if (!bridges.provider) return NONE;
  const payer = payerWallet("evm", wallet);
  const [any] = allSources(ctx).filter(({ token }) => dues.every((due) => token.id !== due.token.id));
  if (!any) return NONE;
  try {
    for (const due of dues) askedFor(due, any, payer);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.code === "crosschain_amount_too_low" ? { state: "too_low", sources: [] } : NONE;
  }
  if (!bridges.isAvailable()) return { state: "away", sources: [] };
  const estimates = await estimateTogether(ctx, dues, payer);
  const sources = estimates.flatMap((estimate) => sourceOf(estimate) ?? []).sort(byUse);
  return sources.length === 0 ? NONE : { state: "listed", sources };
}

type Estimate = Awaited<ReturnType<typeof estimateTogether>>[number];

function sourceOf({ source, costs, needed, balance }: Estimate): PageSource | null {
  const { network, token } = source;
  const { symbol, decimals } = token;
  const chain = NETWORKS[network.id].sourceChain;
  const fee = costs.reduce(
    (sum, { asked, bridgeFee }) => sum + sameWorth(bridgeFee, asked.outputToken, asked.inputToken),
    0n,
  );
  if (chain === null || (symbol !== "USDC" && symbol !== "USDT")) return null;
  return {
    network: network.id,
    chain,
    symbol,
    state: balance === null ? "unknown" : balance >= needed ? "enough" : "short",
    balance: balance === null ? null : formatAmount(balance, decimals),
    needed: formatAmount(needed, decimals),
    fee: formatAmount(fee, decimals),
  };
}

const ORDER = { enough: 0, short: 1, unknown: 2 } as const;

/** What can be used first, the cheapest of it before the others. */
function byUse(a: PageSource, b: PageSource): number {
  return ORDER[a.state] - ORDER[b.state] || Number(a.fee) - Number(b.fee);
}
