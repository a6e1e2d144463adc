import { NETWORKS, type SourceChain } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import type { Token } from "@/server/currencies/tokens";
import { tokenById } from "@/server/currencies/tokens";
import { invalidField } from "@/server/errors";
import {
  destinationFor,
  type Source,
  type SourceQuery,
  sourceOf,
} from "@/server/requests/paying/crosschain/source";
import type { Link } from "@/server/secure-payments/link";
import type { VisitQuery } from "@/server/secure-payments/wire/read-schema";

/**
 * The source that a payer names, where it is another network or token than the link's own; null where it is the same.
 * Throws 400 where the link cannot be paid from there.
 */
export function otherSource(
  ctx: Pick<Ctx, "chains">,
  link: Pick<Link, "requests">,
  { chain, token: symbol }: { chain?: VisitQuery["chain"]; token?: string | undefined },
): Source | null {
  if (chain === undefined || symbol === undefined) return null;
  const tokens = link.requests.flatMap(({ paymentCurrency }) => tokenById(paymentCurrency) ?? []);
  if (tokens.every((token) => isAt(token, chain, symbol))) return null;
  if (!isCrosschain(symbol)) throw invalidField("token", `This link is not paid in ${symbol} on ${chain}`);
  const source = sourceOf(ctx, { chain, token: symbol });
  for (const token of tokens) if (token.id !== source.token.id) destinationFor(token);
  return source;
}

function isCrosschain(symbol: string): symbol is SourceQuery["token"] {
  return symbol === "USDC" || symbol === "USDT";
}

function isAt(token: Token, chain: SourceChain, symbol: string): boolean {
  return NETWORKS[token.network].sourceChain === chain && token.symbol === symbol;
}
