import { NETWORKS } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import type { Token } from "@/server/currencies/tokens";
import { tokenById } from "@/server/currencies/tokens";
import {
  destinationFor,
  type Source,
  type SourceQuery,
  sourceOf,
} from "@/server/requests/paying/crosschain/source";
import type { Link } from "@/server/secure-payments/link";
import type { VisitQuery } from "@/server/secure-payments/reading/read-schema";

/**
 * The source that a payer names, where it is another network or token than the link's own; null where it is the same.
 * Throws 400 where the link cannot be paid from there.
 */
export function otherSource(
  ctx: Pick<Ctx, "chains">,
  link: Pick<Link, "requests">,
  query: Pick<VisitQuery, "chain" | "token">,
): Source | null {
  const named = namedSource(query);
  if (!named) return null;
  const tokens = link.requests.flatMap(({ paymentCurrency }) => tokenById(paymentCurrency) ?? []);
  if (tokens.every((token) => isAt(token, named))) return null;
  const source = sourceOf(ctx, named);
  for (const token of tokens) if (token.id !== source.token.id) destinationFor(token);
  return source;
}

function namedSource({ chain, token }: Pick<VisitQuery, "chain" | "token">): SourceQuery | null {
  return chain === undefined || token === undefined ? null : { chain, token };
}

function isAt({ network, symbol }: Token, { chain, token }: SourceQuery): boolean {
  return NETWORKS[network].sourceChain === chain && symbol === token;
}
