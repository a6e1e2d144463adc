import { addressBytes, addressText } from "@/server/chains/address";
import { approval } from "@/server/chains/evm/calldata";
import { NETWORKS, type Network, type NetworkId } from "@/server/chains/networks";
import { paymentCalls } from "@/server/chains/payment-calls";
import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { earlierNow } from "@/server/lib/database/compared-clocks";
import { isHidden, requireApproved } from "@/server/payer-access/withheld";
import { paymentToken } from "@/server/payments/searching/describe";
import { oneNetwork } from "@/server/payouts/one-network";
import type { PaymentPlan } from "@/server/requests/paying/payment-plan";
import { chainFor } from "@/server/requests/paying/readiness";
import { decisionOn } from "@/server/secure-payments/access";
import { dueNow } from "@/server/secure-payments/due/due-now";
import { type Expected, expectedOf, matching } from "@/server/secure-payments/intents/expected-calls";
import { forgetRelayed, noteRelayed } from "@/server/secure-payments/intents/one-relayed-payment";
import {
  differencesOf,
  mismatch,
  relayed,
  sendSigned,
  signedOf,
  understood,
} from "@/server/secure-payments/intents/send-signed";
import { type Link, networkOf } from "@/server/secure-payments/link";
import { multicallDue } from "@/server/secure-payments/multicall/due";
import { isMulticall, type Multicall } from "@/server/secure-payments/multicall/multicall";
import { readableLink } from "@/server/secure-payments/reader";
import { refuseUnpayable } from "@/server/secure-payments/refusal";
import type { TronBroadcast, TronBroadcastBody } from "@/server/secure-payments/wire/tron-broadcast-schema";

/**
 * Sends a transaction that a payer signed for a link, but only one that the link asks for at this moment: everything
 * is rebuilt and compared with the signed bytes, and whoever signed them has to be approved (TR-06). Throws 400
 * for any difference and 403 for a link or wallet that cannot pay or is paying already, both before a node hears of
 * the transaction, 404 for an unknown link, and 502 when no node took it. Only taking a permission back needs no open
 * link.
 */
export async function relayPayment(
  ctx: Ctx,
  token: string,
  { signedTransaction }: TronBroadcastBody,
): Promise<TronBroadcast> {
  const link = await readableLink(ctx, token);
  const network = NETWORKS[networkIdOf(link)];
  const chain = chainFor(ctx, network.id);
  const { relay } = chain;
  if (!relay) throw mismatch("its payer's wallet sends transactions itself");
  const signed = signedOf(signedTransaction);
  const call = await understood(relay, signed);
  const wallet = addressText(network.family, call.signer);
  if (revocationsOf(network, link).some((one) => differencesOf(call, one).length === 0)) {
    return sendSigned(relay, signed);
  }
  const plan = await planFor(ctx, link, wallet);
  const step = matching(call, expectedOf(network, plan));
  if (!step.isPayment) return sendSigned(relay, signed);
  const payment = { link, call, wallet };
  const { isFirst } = await relayed(() => noteRelayed(ctx, chain, relay, payment));
  return sendSigned(relay, signed, isFirst ? () => forgetRelayed(ctx, payment) : "sent before");
}

/** Throws 400 for a multicall over several networks, which nobody can pay at once. */
function networkIdOf(link: Link | Multicall): NetworkId {
  if (!isMulticall(link)) return networkOf(link).id;
  return oneNetwork(link.children.map((child) => networkOf(child.link).id));
}

/** What the link asks this wallet for, after the same checks as for the calldata itself (SY-08, SY-09). */
async function planFor(ctx: Ctx, link: Link | Multicall, wallet: string): Promise<PaymentPlan> {
  const decision = await decisionOn(ctx, link, { wallet }, "pay");
  requireApproved(link, decision);
  await requireOpen(ctx, link, isHidden(link, decision));
  const due = isMulticall(link) ? multicallDue(ctx, link) : await dueNow(ctx, link, { wallet });
  if (!due) throw new ApiError("secure_payment_not_payable", "Nothing is left to pay");
  return due.plan;
}

/** A link that is paid or in progress is a 403 here: the endpoint has no 409 and no 423. */
async function requireOpen(ctx: Ctx, link: Link | Multicall, hidden: boolean): Promise<void> {
  if (link.row.expiresAt <= earlierNow(ctx) && link.status !== "completed") {
    throw new ApiError("secure_payment_not_payable", "Secure payment has expired");
  }
  try {
    await refuseUnpayable(ctx, link, { isHidden: hidden });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError("secure_payment_not_payable", error.message, { cause: error });
  }
}

/**
 * Taking back a permission is open to everybody at any time, whatever became of the link (PP-07): it only ever lessens
 * what our contracts may take of who signs it.
 */
function revocationsOf(network: Network, link: Link | Multicall): Expected[] {
  const { takers, approval: terms } = paymentCalls(network);
  const tokens = new Set(link.requests.flatMap((request) => paymentToken(request).address ?? []));
  return [...tokens].flatMap((token) =>
    takers.map((taker) => ({
      isPayment: false,
      ...approval(addressBytes(network.family, token), taker, 0n),
      feeLimit: terms.feeLimit ?? 0n,
    })),
  );
}
