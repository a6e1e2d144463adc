import type { Ctx } from "@/server/context";
import { invoiceCurrencyOf, isConverted } from "@/server/currencies/invoice-currency";
import { planLegs } from "@/server/fees/plan-for";
import { needsApproval } from "@/server/payer-access/restricted";
import { maskAddress } from "@/server/payer-access/withheld";
import { type SeenTransfer, seenTransfers } from "@/server/payments/counting/seen";
import { type RequestSums, sumsOf } from "@/server/payments/counting/sums";
import { paymentToken } from "@/server/payments/searching/describe";
import { SETTLED_STATES } from "@/server/payments/state";
import type { RequestRow } from "@/server/requests/draft";
import type { Due } from "@/server/requests/paying/due";
import { type Link, networkOf } from "@/server/secure-payments/link";
import type { PageFee } from "@/server/secure-payments/page/multicall-schema";
import { pageDeposits } from "@/server/secure-payments/page/page-deposits";
import type {
  PageFacts,
  PageItem,
  PageNetwork,
  PageTransfer,
} from "@/server/secure-payments/page/page-schema";

/** What a payer who may see the link is told of it, whatever its state. Three queries. */
export async function pageFacts(ctx: Pick<Ctx, "db" | "config">, link: Link): Promise<PageFacts> {
  const ids = link.requests.map((request) => request.id);
  const [seen, sums, deposits] = await Promise.all([
    seenTransfers(ctx, ids),
    sumsOf(ctx, ids),
    pageDeposits(ctx, link),
  ]);
  return {
    paymentType: link.row.paymentType,
    network: pageNetwork(ctx, link),
    items: itemsOf(link, sums),
    fees: feesOf(link),
    reference: link.row.reference,
    expiresAt: link.row.expiresAt.toISOString(),
    // What a bank does not take goes back to the wallet that came by the page, so no other one is asked to pay.
    isOpenToAll: !needsApproval(link) && !link.requests.some((request) => request.isCryptoToFiatAllowed),
    takesTransfers: takesTransfers(link),
    hasPublicReceipt: !link.policy.hideUntilApproved,
    transfers: transfersOf(link, seen),
    deposits,
  };
}

function takesTransfers(link: Link): boolean {
  const hasAddresses = networkOf(link).contracts.depositFactory !== null;
  return hasAddresses && link.requests.every((request) => paymentToken(request).address !== null);
}

function pageNetwork({ config }: Pick<Ctx, "config">, link: Link): PageNetwork {
  const { id, family, name, chainId, isTestnet, sourceChain, native, explorer } = networkOf(link);
  const { symbol, decimals } = native;
  const network = { id, family, name, chainId, isTestnet, sourceChain, native: { symbol, decimals } };
  return { ...network, explorer: config.profile === "local" ? null : explorer };
}

function itemsOf(link: Link, sums: (requestId: string) => RequestSums): PageItem[] {
  const isMasked = link.policy.hidePayeeAddress;
  return link.requests.map((request, index) => {
    const { symbol, decimals, id } = paymentToken(request);
    const asked = link.amounts[index] ?? 0n;
    const arrived = sums(request.id).counted;
    // Who has paid all that reaches the recipient has paid the fees it bears too, in the same transaction (FV-04).
    const received = arrived < request.amount ? arrived : arrived + asked - request.amount;
    const told = { amount: asked.toString(), received: received.toString() };
    return {
      requestId: request.requestId.slice(2),
      recipient: isMasked ? maskAddress(request.payee) : request.payee,
      isMasked,
      isVerified: false,
      isComing: false,
      symbol,
      decimals,
      currency: id,
      paymentReference: request.paymentReference,
      ...(isConverted(request)
        ? { amount: "0", received: "0", invoice: { ...invoiceOf(request), ...told } }
        : { ...told, invoice: null }),
    };
  });
}

function invoiceOf(request: RequestRow) {
  const { id, symbol, decimals } = invoiceCurrencyOf(request);
  return { currency: id, symbol, decimals };
}

/** The same with what a quote makes of what is left to pay. */
export function withQuoted(items: readonly PageItem[], dues: readonly Due[]): PageItem[] {
  return items.map((item) => {
    const due = dues.find(({ reference }) => reference === item.paymentReference);
    return item.invoice && due ? { ...item, amount: due.amount.toString() } : item;
  });
}

/** The same with those that deposits on other networks bring, `brought` by the row IDs of their requests. */
export function withComing(
  { requests }: Pick<Link, "requests">,
  items: readonly PageItem[],
  brought: ReadonlySet<string>,
): PageItem[] {
  return items.map((item, index) => ({ ...item, isComing: brought.has(requests[index]?.id ?? "") }));
}

function feesOf({ feePlan, requests }: Link): PageFee[] {
  const [first] = requests;
  if (!feePlan || !first) return [];
  const token = paymentToken(first);
  return planLegs(feePlan, token).map(({ label, bearer, amount }) => ({
    label,
    bearer,
    amount: amount.toString(),
    symbol: token.symbol,
    decimals: token.decimals,
  }));
}

/**
 * What goes on top of these payments without standing in a fee plan: the protocol's share of tokens that have none
 * (FE-10). One per token.
 */
export function feesWithoutPlan(dues: readonly Due[]): PageFee[] {
  const fees = new Map<string, PageFee>();
  for (const { token, platform, protocol } of dues) {
    for (const [label, fee] of [
      ["Platform fee", platform],
      ["Protocol fee", protocol],
    ] as const) {
      if (!fee) continue;
      const { symbol, decimals } = token;
      const before = BigInt(fees.get(label + token.id)?.amount ?? 0);
      const amount = (before + fee.amount).toString();
      fees.set(label + token.id, { label, bearer: "payer", amount, symbol, decimals });
    }
  }
  return [...fees.values()];
}

function transfersOf({ requests }: Link, seen: readonly SeenTransfer[]): PageTransfer[] {
  const tokens = new Map(requests.map((request) => [request.id, paymentToken(request)]));
  return seen.flatMap(({ requestId, txHash, amount, state, blockTime }) => {
    const token = tokens.get(requestId);
    if (!token) return [];
    return [
      {
        txHash,
        amount: amount.toString(),
        symbol: token.symbol,
        decimals: token.decimals,
        isConfirmed: SETTLED_STATES.some((settled) => settled === state),
        at: blockTime.toISOString(),
      },
    ];
  });
}

/** A Tron payment counts once 19 of 27 producers have built on its block. */
const TRON_CONFIRMATIONS = 19;

/** Blocks until a payment of this link counts, 1 being the block that holds it, and whether that is for its amount. */
export function confirmationsNeeded(
  { chains }: Pick<Ctx, "chains">,
  link: Link,
): { needed: number; isByAmount: boolean } {
  const network = networkOf(link);
  const [own] = link.requests.flatMap(({ requiredConfirmations }) => requiredConfirmations ?? []);
  if (own !== undefined) return { needed: own || network.finalityFallbackDepth, isByAmount: true };
  const needed = chains.find(network.id)?.confirmations ?? network.confirmations;
  return { needed: typeof needed === "number" ? needed : TRON_CONFIRMATIONS, isByAmount: false };
}
