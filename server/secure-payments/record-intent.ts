import { and, count, eq } from "drizzle-orm";
import { securePaymentIntents } from "@/db/schema";
import { parseAnyAddress } from "@/server/chains/any-address";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { newId } from "@/server/lib/ids";
import { noteListening } from "@/server/requests/start-listening";
import { decisionOn, isHidden, requireApproved } from "@/server/secure-payments/access";
import type { Link } from "@/server/secure-payments/link";
import { networkOf } from "@/server/secure-payments/link";
import { readableLink } from "@/server/secure-payments/reader";
import { refuseUnpayable } from "@/server/secure-payments/refusal";
import type { IntentBody, IntentRecorded } from "@/server/secure-payments/schema";

/** What a payer can claim is bounded; nobody needs this many transactions for one link. */
const MAX_INTENTS = 100;

/**
 * Notes what a payer says they have sent (SI-01 to SI-03). It is a claim and moves nothing: a link is paid when
 * the chain says so, whatever the hash belongs to. The same claim again is the same intent. Throws 400, 401, 403,
 * 404 and 409 as reading does.
 */
export async function recordIntent(ctx: Ctx, token: string, body: IntentBody): Promise<IntentRecorded> {
  const link = await readableLink(ctx, token);
  const { txHash } = body;
  if (txHash === undefined) {
    throw new ApiError("not_supported_yet", "Safe transactions are not tracked yet; send the txHash");
  }
  const payerAddress = storedWallet("payerAddress", body.payerAddress);
  const payerEoaAddress = storedWallet("payerEoaAddress", body.payerEoaAddress);
  await refuseUnpayable(ctx, link, { isHidden: link.policy.hideUntilApproved });
  if (link.policy.hideUntilApproved) {
    const visit = { wallet: body.payerAddress, eoaWallet: body.payerEoaAddress };
    const decision = await decisionOn(ctx, link, visit, "access");
    if (isHidden(link, decision)) requireApproved(link, decision);
  }
  requireOwnChain(link, body.chain);
  const [first] = link.requests;
  if (!first) throw new Error(`link ${link.row.id} has no request`);
  const { chain, token: sourceToken, payerAddress: _payer, payerEoaAddress: _eoa, ...details } = body;
  const intentId = await inTransaction(ctx, async (tx) => {
    const id = await keep(tx, link, {
      intentKey: txHash.toLowerCase(),
      chain,
      token: sourceToken,
      payerAddress,
      payerEoaAddress,
      details,
    });
    await noteListening(tx, link.requests);
    return id;
  });
  return {
    intentId,
    paymentReference: first.paymentReference,
    isListening: true,
    txHash,
    ...(body.payerAddress === undefined ? {} : { payerAddress: body.payerAddress }),
  };
}

type Claim = Pick<
  typeof securePaymentIntents.$inferInsert,
  "intentKey" | "chain" | "token" | "payerAddress" | "payerEoaAddress" | "details"
>;

async function keep(tx: Tx, link: Link, claim: Claim): Promise<string> {
  const own = eq(securePaymentIntents.securePaymentId, link.row.id);
  const [known] = await tx.db
    .select({ id: securePaymentIntents.id })
    .from(securePaymentIntents)
    .where(and(own, eq(securePaymentIntents.intentKey, claim.intentKey)));
  if (known) return known.id;
  const [held] = await tx.db.select({ intents: count() }).from(securePaymentIntents).where(own);
  if ((held?.intents ?? 0) >= MAX_INTENTS) {
    throw new ApiError("validation_failed", "Too many transactions were announced for this payment");
  }
  const [stored] = await tx.db
    .insert(securePaymentIntents)
    .values({
      id: newId(tx.now()),
      securePaymentId: link.row.id,
      kind: "transaction",
      state: "recorded",
      createdAt: tx.now(),
      ...claim,
    })
    .onConflictDoUpdate({
      target: [securePaymentIntents.securePaymentId, securePaymentIntents.intentKey],
      set: { intentKey: claim.intentKey },
    })
    .returning({ id: securePaymentIntents.id });
  if (!stored) throw new Error("a stored intent is missing");
  return stored.id;
}

/** A network without a source name can only be told by the link itself. */
function requireOwnChain(link: Link, chain: string): void {
  const { sourceChain } = networkOf(link);
  if (sourceChain === null || sourceChain === chain) return;
  throw new ApiError("not_supported_yet", "Paying from another network is not supported yet");
}

function storedWallet(field: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  const parsed = parseAnyAddress(text);
  if (typeof parsed === "object") return parsed.address;
  throw invalidField(field, "Must be an EVM or Tron address");
}
