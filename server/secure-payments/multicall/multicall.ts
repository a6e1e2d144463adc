import { and, asc, eq, inArray } from "drizzle-orm";
import { securePaymentChildren, securePayments } from "@/db/schema";
import type { Reads } from "@/server/context";
import { earlierNow } from "@/server/lib/database/compared-clocks";
import { isRecordId } from "@/server/lib/ids";
import { broughtRequests } from "@/server/requests/paying/crosschain/brought";
import { type Payable, payablesOf } from "@/server/requests/paying/payable";
import { heldLinks } from "@/server/secure-payments/holding";
import { type Link, linkOf, linksWhere } from "@/server/secure-payments/link";
import { blockReasonOf } from "@/server/secure-payments/multicall/block-reason";
import type { BlockReason } from "@/server/secure-payments/wire/lookup-schema";

/** A link of a multicall, and whether it can be paid there now. */
export interface MulticallChild {
  position: number;
  link: Link;
  payable: Payable;
  blockReason: BlockReason | null;
}

/** Payout links that are paid together. They stay links of their own (MC-06); `requests` are those of all. */
export interface Multicall extends Link {
  children: MulticallChild[];
}

export function isMulticall(link: Link | Multicall): link is Multicall {
  return "children" in link;
}

/** The multicall with this token and all its children, in seven queries for any number; null without one. */
export async function findMulticall(
  ctx: Pick<Reads, "db" | "now">,
  token: string,
): Promise<Multicall | null> {
  if (!isRecordId(token)) return null;
  const [row] = await ctx.db
    .select()
    .from(securePayments)
    .where(and(eq(securePayments.token, token), eq(securePayments.paymentType, "multicall")));
  if (!row) return null;
  const places = await ctx.db
    .select()
    .from(securePaymentChildren)
    .where(eq(securePaymentChildren.parentId, row.id))
    .orderBy(asc(securePaymentChildren.position));
  const links = await linksWhere(
    ctx,
    inArray(
      securePayments.id,
      places.map(({ childId }) => childId),
    ),
  );
  const byId = new Map(links.map((link) => [link.row.id, link]));
  const ordered = places.map(({ childId }) => {
    const link = byId.get(childId);
    if (!link) throw new Error(`multicall ${row.id} lost its child ${childId}`);
    return link;
  });
  const children = await childrenOf(ctx, ordered);
  return {
    ...linkOf(row, earlierNow(ctx)),
    requests: ordered.flatMap((link) => link.requests),
    amounts: ordered.flatMap((link) => link.amounts),
    children,
  };
}

/** Looks at links as children of a multicall, in their order: four queries for any number. */
export async function childrenOf(
  ctx: Pick<Reads, "db" | "now">,
  links: readonly Link[],
): Promise<MulticallChild[]> {
  const payables = await payablesOf(
    ctx,
    links.flatMap((link) => link.requests),
  );
  const held = await heldLinks(
    ctx,
    links.map((link) => link.row.id),
  );
  const brought = await broughtRequests(ctx, payables);
  const byRequest = new Map(payables.map((payable) => [payable.row.id, payable]));
  return links.map((link, position) => {
    const payable = byRequest.get(link.requests[0]?.id ?? "");
    if (!payable) throw new Error(`link ${link.row.id} has no request`);
    // Money that was seen and is not deep enough yet must not be asked for a second time.
    const isSeen = payable.paid > 0n || payable.remaining === 0n;
    const isMoving = isSeen || held.has(link.row.id) || brought.has(payable.row.id);
    return {
      position,
      link,
      payable,
      blockReason: blockReasonOf(link) ?? (isMoving ? "request_processing" : null),
    };
  });
}
