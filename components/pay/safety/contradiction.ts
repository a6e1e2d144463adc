import type { Problem, ProblemField } from "@/components/pay/safety/comparison";
import { Mismatch, requireSame } from "@/components/pay/safety/mismatch";
import { requireQuotedAmount, requireQuoteOfItem } from "@/components/pay/safety/quote";
import { NETWORKS, type Network } from "@/server/chains/networks";
import { type Token, tokenById } from "@/server/currencies/tokens";
import type { PageMulticall } from "@/server/secure-payments/page/multicall-schema";
import type { PageFacts, PageItem, PageState } from "@/server/secure-payments/page/page-schema";
import type { ShownPayment, ShownTransfer } from "@/server/secure-payments/page/shown-schema";

/**
 * Where the words of a page say something else than what it would have signed; null where both agree, and where
 * nothing is to be signed. Payers read `facts` and `bundle`, wallets are handed what is built from `shown`: an answer
 * that names the merchant in one and a thief in the other must not get as far as a wallet.
 */
export function contradictionIn(page: PageState): Problem | null {
  if (!("shown" in page)) return null;
  try {
    requireAgreement(page.shown, page.facts, page.bundle);
    return null;
  } catch (error) {
    if (error instanceof Mismatch) return error.problem;
    return { field: "answer", expected: "something to compare", got: String(error) };
  }
}

const KINDS = { single: "single", batch: "batch", multicall: "bundle" } as const;

function requireAgreement(shown: ShownPayment, facts: PageFacts, bundle: PageMulticall | null): void {
  if (!Object.hasOwn(NETWORKS, shown.network)) {
    throw new Mismatch("network", "a network of this page", shown.network);
  }
  const network = NETWORKS[shown.network];
  requireSameNetwork(network, facts);
  requireSame("answer", shown.kind, KINDS[facts.paymentType]);
  requireSame("answer", shown.kind === "bundle", bundle !== null);
  for (const item of facts.items) {
    requireSameToken(network, item);
    requireQuoteOfItem(shown, item);
  }
  requireQuotedAmount(shown);
  for (const fee of [...facts.fees, ...(bundle?.fees ?? [])]) {
    requireSameToken(network, { ...fee, currency: `${fee.symbol}-${network.id}` });
  }
  const paid = new Set<number>();
  for (const leg of shown.legs) {
    if (leg.role === "fee") continue;
    if (paid.has(leg.item)) throw new Mismatch("transactions", "each payment once", leg.item);
    paid.add(leg.item);
    requireSameItem(leg, facts.items[leg.item]);
    if (bundle) requireSameRow(leg, bundle);
  }
  requireEverythingDrawn(shown, facts, bundle);
}

function requireSameNetwork(network: Network, { network: drawn }: PageFacts): void {
  const { id, family, name, chainId, isTestnet, native, explorer } = network;
  const pairs = [
    [id, drawn.id],
    [family, drawn.family],
    [name, drawn.name],
    [chainId, drawn.chainId],
    [isTestnet, drawn.isTestnet],
    [native.symbol, drawn.native.symbol],
    [native.decimals, drawn.native.decimals],
    // Of a local chain there is none.
    [explorer.addressPrefix, drawn.explorer?.addressPrefix ?? explorer.addressPrefix],
  ] as const;
  for (const [ours, theirs] of pairs) requireSame("network", ours, theirs);
}

/** A symbol and decimals are how a payer reads an amount. */
function requireSameToken(network: Network, drawn: Pick<PageItem, "currency" | "symbol" | "decimals">): void {
  const token = tokenOf(network, drawn.currency);
  requireSame("token", token.symbol, drawn.symbol);
  requireSame("token", token.decimals, drawn.decimals);
}

function tokenOf(network: Network, currency: string): Token {
  const token = tokenById(currency);
  if (token?.network === network.id) return token;
  throw new Mismatch("token", `a token of ${network.id}`, currency);
}

function requireSameItem(leg: ShownTransfer, item: PageItem | undefined): void {
  if (!item) throw new Mismatch("transactions", "only payments that are listed", leg.item);
  requireSame("reference", item.paymentReference, leg.reference);
  requireSame("recipient", item.recipient, leg.recipient.address);
  requireSame("recipient", item.isMasked, leg.recipient.commitment !== null);
  requireSame("token", item.currency, leg.currency);
  requireAtMost("amount", BigInt(item.amount), BigInt(leg.amount));
}

function requireSameRow(leg: ShownTransfer, { rows }: PageMulticall): void {
  const row = rows.find(({ position }) => position === leg.item);
  if (row?.state.kind !== "open") throw new Mismatch("transactions", "only rows that are open", leg.item);
  requireSame("recipient", row.recipient, leg.recipient.address);
  requireSame("token", row.currency, leg.currency);
  requireSame("token", tokenById(row.currency)?.symbol ?? null, row.symbol);
  requireSame("token", tokenById(row.currency)?.decimals ?? null, row.decimals);
  requireAtMost("amount", BigInt(row.amount), BigInt(leg.amount));
}

/** All that leaves the wallet is asked for or is a fee that is listed, in each currency. */
function requireEverythingDrawn(shown: ShownPayment, facts: PageFacts, bundle: PageMulticall | null): void {
  const fees = bundle ? bundle.fees : facts.fees;
  for (const currency of new Set(shown.legs.map((leg) => leg.currency))) {
    const legs = shown.legs.filter((leg) => leg.currency === currency);
    const symbol = tokenById(currency)?.symbol;
    const own = fees.filter((fee) => fee.symbol === symbol);
    const feesSent = sum([
      ...legs.flatMap(({ fee }) => (fee ? [fee.amount] : [])),
      ...legs.flatMap(({ role, amount }) => (role === "fee" ? [amount] : [])),
    ]);
    requireAtMost("feeAmount", sum(own.map(({ amount }) => amount)), feesSent);
    const payments = sum(legs.flatMap(({ role, amount }) => (role === "payment" ? [amount] : [])));
    const asked = sum(facts.items.flatMap((item) => (item.currency === currency ? [item.amount] : [])));
    const onTop = sum(own.flatMap(({ bearer, amount }) => (bearer === "payer" ? [amount] : [])));
    requireAtMost("amount", asked + onTop, payments + feesSent);
  }
}

function sum(amounts: readonly string[]): bigint {
  return amounts.reduce((all, amount) => all + BigInt(amount), 0n);
}

function requireAtMost(field: ProblemField, drawn: bigint, signed: bigint): void {
  if (signed > drawn) throw new Mismatch(field, `at most ${drawn}`, signed);
}
