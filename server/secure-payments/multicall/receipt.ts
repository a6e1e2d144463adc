import { type Ctx, inTransaction } from "@/server/context";
import { invalidField, missingField } from "@/server/errors";
import type { IntentBody } from "@/server/secure-payments/intents/intent-schema";
import { keepIntent, storedWallet } from "@/server/secure-payments/intents/keep-intent";
import type { Multicall } from "@/server/secure-payments/multicall/multicall";
import type { MulticallReceipt, MulticallReceiptKept } from "@/server/secure-payments/multicall/schema";

/**
 * Keeps what a page says it has carried out for a multicall, once per operation (SI-04). It is for the record
 * alone: children are paid when the chain says so. Throws 400 for another body and for children that are not.
 */
export async function recordReceipt(
  ctx: Ctx,
  multicall: Multicall,
  body: IntentBody | MulticallReceipt,
): Promise<MulticallReceiptKept> {
  if (!("userOpHash" in body)) throw missingField("userOpHash");
  const unknown = body.transactionIndices.findIndex(
    ({ childPosition }) => childPosition >= multicall.children.length,
  );
  if (unknown >= 0) {
    throw invalidField(`transactionIndices.${unknown}.childPosition`, "The multicall has no such child");
  }
  const account = storedWallet("smartAccountAddress", body.smartAccountAddress);
  const owner = storedWallet("payerEoaAddress", body.payerEoaAddress);
  const { chain, ...details } = body;
  const receiptId = await inTransaction(ctx, (tx) =>
    keepIntent(tx, multicall, {
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
    multicallId: multicall.row.id,
    parentToken: multicall.row.token,
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
