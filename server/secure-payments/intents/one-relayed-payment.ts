import { and, asc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { securePaymentChildren, securePaymentIntents, securePayments, transfers } from "@/db/schema";
import type { ChainAdapter, Relay, SignedCall } from "@/server/chains/adapter";
import { type Ctx, inTransaction, type Reads } from "@/server/context";
import { ApiError } from "@/server/errors";
import { noteListening } from "@/server/requests/paying/start-listening";
import { keepRelayed } from "@/server/secure-payments/keep-intent";
import { type Link, networkOf } from "@/server/secure-payments/link";
import { isMulticall, type Multicall } from "@/server/secure-payments/multicall/multicall";

/** A payment that is about to be relayed. */
export interface Relayed {
  link: Link | Multicall;
  call: SignedCall;
  /** Who signed it, as people write it. */
  wallet: string;
}

const Details = z.object({ expiresAt: z.coerce.date() });
type Intent = typeof securePaymentIntents.$inferSelect;

/** Longer than nodes behind one address lie behind each other. */
const MARGIN_MS = 60_000;

/**
 * Notes a payment before it is relayed, so that the page can say that it is on its way; whether it was noted before,
 * when it may have been sent already. Throws 403 while another payment of the same wallet for the same link, or for a
 * bundle or child with a request of it, was executed and not seen yet, or can still be: signed twice, it would be paid
 * twice. Other wallets are not held up, or anybody could hold up everybody. Throws `ChainError`.
 */
export async function noteRelayed(
  ctx: Ctx,
  chain: ChainAdapter,
  relay: Relay,
  payment: Relayed,
): Promise<{ isFirst: boolean }> {
  const earlier = await intentsOf(ctx, payment);
  for (const intent of earlier) {
    if (!isSame(intent, payment) && (await isUnderWay(ctx, chain, relay, intent))) throw onItsWay();
  }
  const looked = new Set(earlier.map(({ id }) => id));
  return inTransaction(ctx, async (tx) => {
    const single = inArray(securePayments.id, singleLinks(payment.link));
    const { id } = securePayments;
    await tx.db.select({ id }).from(securePayments).where(single).orderBy(asc(id)).for("update");
    const now = await intentsOf(tx, payment);
    if (now.some((intent) => !isSame(intent, payment) && !looked.has(intent.id))) throw onItsWay();
    await keepRelayed(tx, payment.link, claimOf(payment));
    await noteListening(tx, payment.link.requests);
    return { isFirst: !now.some((intent) => isSame(intent, payment)) };
  });
}

/** Takes the note back: no node took the payment. */
export async function forgetRelayed(ctx: Ctx, { link, call }: Relayed): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.db
      .delete(securePaymentIntents)
      .where(
        and(
          eq(securePaymentIntents.securePaymentId, link.row.id),
          eq(securePaymentIntents.intentKey, `0x${call.txId}`),
          eq(securePaymentIntents.isProven, true),
        ),
      );
  });
}

function claimOf({ link, call, wallet }: Relayed) {
  return {
    kind: "transaction" as const,
    intentKey: `0x${call.txId}` as const,
    chain: networkOf(link).id.toUpperCase(),
    token: null,
    payerAddress: wallet,
    payerEoaAddress: null,
    details: { expiresAt: call.expiresAt.toISOString() },
  };
}

function isSame({ intentKey }: Intent, { call }: Relayed): boolean {
  return intentKey === `0x${call.txId}`;
}

/** Row IDs of the links that a payment pays: those of its children for a multicall. */
function singleLinks(link: Link | Multicall): string[] {
  return isMulticall(link) ? link.children.map((child) => child.link.row.id) : [link.row.id];
}

/** What this wallet has relayed for the link, or for a multicall or child that has a request of it. */
async function intentsOf({ db }: Pick<Reads, "db">, { link, wallet }: Relayed): Promise<Intent[]> {
  const links = singleLinks(link);
  const multicalls = await db
    .selectDistinct({ id: securePaymentChildren.parentId })
    .from(securePaymentChildren)
    .where(inArray(securePaymentChildren.childId, links));
  return db
    .select()
    .from(securePaymentIntents)
    .where(
      and(
        inArray(securePaymentIntents.securePaymentId, [...links, ...multicalls.map(({ id }) => id)]),
        eq(securePaymentIntents.kind, "transaction"),
        // Anyone may claim to be the wallet; only what it signed holds it up.
        eq(securePaymentIntents.isProven, true),
        eq(securePaymentIntents.payerAddress, wallet),
      ),
    );
}

/**
 * Whether an earlier payment was executed, without being counted yet in what is left to pay, or can still be, by the
 * chain's own clock.
 */
async function isUnderWay(
  { db }: Pick<Reads, "db">,
  chain: ChainAdapter,
  relay: Relay,
  { intentKey, details }: Intent,
): Promise<boolean> {
  const known = Details.safeParse(details);
  if (!known.success) return false;
  const outcome = await relay.outcome(intentKey.slice(2));
  if (outcome === null) {
    const { latest } = await chain.head();
    return latest.time.getTime() <= known.data.expiresAt.getTime() + MARGIN_MS;
  }
  if (outcome === "failure") return false;
  const seen = and(eq(transfers.network, chain.network.id), eq(transfers.txHash, intentKey));
  return (await db.select({ id: transfers.id }).from(transfers).where(seen).limit(1)).length === 0;
}

function onItsWay(): ApiError {
  return new ApiError(
    "secure_payment_not_payable",
    "Another payment of this wallet is on its way; it can be signed anew once that one has failed or expired",
  );
}
