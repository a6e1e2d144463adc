import { type Ctx, inTransaction } from "@/server/context";
import { invalidField, missingField } from "@/server/errors";
import type { IntentBody } from "@/server/secure-payments/intents/intent-schema";
import { keepIntent, storedWallet } from "@/server/secure-payments/intents/keep-intent";
import type { Bundle } from "@/server/secure-payments/multicall/multicall";
import type { BundleReceipt, BundleReceiptKept } from "@/server/secure-payments/multicall/schema";

/**
 * Keeps what a page says it has carried out for a bundle, once per operation (SI-04). It is for the record
 * alone: children are paid when the chain says so. Throws 400 for another body and for children that are not.
 */
export async function recordReceipt(
  ctx: Ctx,
  bundle: Bundle,
  body: IntentBody | BundleReceipt,
): Promise<BundleReceiptKept> {
  if (!("userOpHash" in body)) throw missingField("userOpHash");
  const unknown = body.transactionIndices.findIndex(
    ({ childPosition }) => childPosition >= bundle.children.length,
  );
  if (unknown >= 0) {
    throw invalidField(`transactionIndices.${unknown}.childPosition`, "The bundle has no such child");
  }
  const account = storedWallet("smartAccountAddress", body.smartAccountAddress);
  const owner = storedWallet("payerEoaAddress", body.payerEoaAddress);
  const { chain, ...details } = body;
  const receiptId = await inTransaction(ctx, (tx) =>
    keepIntent(tx, bundle, {
      kind: "bundle",
      intentKey: body.userOpHash.toLowerCase(),
      chain,
      token: null,
      payerAddress: account,
      payerEoaAddress: owner,
      details,
    }),
  );
  const { txHash, safeTxHash, safePaymentDeadline } = body;
  return {
    receiptId,
    multicallId: bundle.row.id,
    parentToken: bundle.row.token,
    ...(txHash === undefined ? {} : { txHash }),
    ...(safeTxHash === undefined ? {} : { safeTxHash }),
    ...(safePaymentDeadline === undefined ? {} : { safePaymentDeadline }),
    sourceChain: chain,
    smartAccountAddress: body.smartAccountAddress,
    userOpHash: body.userOpHash,
    transactionIndices: body.transactionIndices,
    isListening: false,
  };
}
