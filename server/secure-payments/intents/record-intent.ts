import { type Ctx, inTransaction } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { isHidden, requireApproved } from "@/server/payer-access/withheld";
import { oneNetwork } from "@/server/payouts/one-network";
import { noteListening } from "@/server/requests/paying/start-listening";
import { decisionOn } from "@/server/secure-payments/access";
import { otherSource } from "@/server/secure-payments/crosschain/source";
import { recordReceipt } from "@/server/secure-payments/intents/multicall-receipt";
import { keepIntent, storedWallet } from "@/server/secure-payments/keep-intent";
import type { Link } from "@/server/secure-payments/link";
import { networkOf } from "@/server/secure-payments/link";
import { isMulticall, type Multicall } from "@/server/secure-payments/multicall/multicall";
import { readableLink } from "@/server/secure-payments/reader";
import { refuseUnpayable } from "@/server/secure-payments/refusal";
import { claimSafe } from "@/server/secure-payments/safe/claim";
import type { IntentBody, IntentRecorded } from "@/server/secure-payments/wire/intent-schema";
import type { MulticallReceipt, MulticallReceiptKept } from "@/server/secure-payments/wire/multicall-schema";

/**
 * Notes what a payer says they have sent (SI-01 to SI-03). It is a claim and moves nothing: a link is paid when
 * the chain says so, whatever the hash belongs to; only a Safe transaction that was checked holds it for a while. The
 * same claim again is the same intent. Throws 400, 401, 403, 404, 409, 423 and 503 as reading does.
 */
export async function recordIntent(
  ctx: Ctx,
  token: string,
  body: IntentBody | MulticallReceipt,
): Promise<IntentRecorded | MulticallReceiptKept> {
  const link = await readableLink(ctx, token);
  if (isMulticall(link) && ("userOpHash" in body || body.safeTxHash === undefined)) {
    return recordReceipt(ctx, link, body);
  }
  if ("userOpHash" in body) throw invalidField("userOpHash", "Only a multicall has an operation");
  const { txHash } = body;
  if (txHash === undefined) return recordSafe(ctx, link, body);
  const payerAddress = storedWallet("payerAddress", body.payerAddress);
  const payerEoaAddress = storedWallet("payerEoaAddress", body.payerEoaAddress);
  // A fast chain may have settled it before the page that has sent it could say so.
  const isLate = ctx.caller.kind === "payerPage" && link.status === "completed";
  if (!isLate) await refuseUnpayable(ctx, link, { isHidden: link.policy.hideUntilApproved });
  if (link.policy.hideUntilApproved) {
    const visit = { wallet: body.payerAddress, eoaWallet: body.payerEoaAddress };
    const decision = await decisionOn(ctx, link, visit, "access");
    if (isHidden(link, decision)) requireApproved(link, decision);
  }
  if (hasSourceName(link)) otherSource(ctx, link, body);
  const { paymentReference } = firstRequest(link);
  const { chain, token: sourceToken, payerAddress: _payer, payerEoaAddress: _eoa, ...details } = body;
  const intentId = await inTransaction(ctx, async (tx) => {
    const id = await keepIntent(tx, link, {
      kind: "transaction",
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
    paymentReference,
    isListening: !isLate,
    txHash,
    ...(body.payerAddress === undefined ? {} : { payerAddress: body.payerAddress }),
  };
}

/** A Safe transaction that is waiting for its owners, of a link or of a multicall (MS-03). */
async function recordSafe(ctx: Ctx, link: Link | Multicall, body: IntentBody): Promise<IntentRecorded> {
  if (isMulticall(link)) oneNetwork(link.children.map((child) => networkOf(child.link).id));
  const {
    safeTxHash = "",
    safePaymentDeadline,
    payerAddress,
    payerEoaAddress,
    chain,
    token,
    ...details
  } = body;
  requireOwnChain(link, chain);
  const { intentId, isListening } = await claimSafe(ctx, link, {
    safeTxHash,
    deadline: safePaymentDeadline ?? null,
    payerAddress: storedWallet("payerAddress", payerAddress),
    payerEoaAddress: storedWallet("payerEoaAddress", payerEoaAddress),
    chain,
    token,
    details,
  });
  return {
    intentId,
    paymentReference: firstRequest(link).paymentReference,
    isListening,
    safeTxHash,
    ...(safePaymentDeadline === undefined ? {} : { safePaymentDeadline }),
    ...(payerAddress === undefined ? {} : { payerAddress }),
  };
}

function firstRequest({ requests, row }: Link): Link["requests"][number] {
  const [first] = requests;
  if (!first) throw new Error(`link ${row.id} has no request`);
  return first;
}

/** A network without a source name can only be told by the link itself, whatever a claim calls it. */
function hasSourceName(link: Link): boolean {
  return networkOf(link).sourceChain !== null;
}

function requireOwnChain(link: Link, chain: string): void {
  if (!hasSourceName(link) || networkOf(link).sourceChain === chain) return;
  throw new ApiError("not_supported_yet", "Paying from another network is not supported yet");
}
