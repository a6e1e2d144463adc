import { type Ctx, inTransaction } from "@/server/context";
import { invalidField, missingField } from "@/server/errors";
import { keepIntent, storedWallet } from "@/server/secure-payments/keep-intent";
import type { Multicall } from "@/server/secure-payments/multicall/multicall";
import { claimSafe } from "@/server/secure-payments/safe/claim";
import type { IntentBody } from "@/server/secure-payments/wire/intent-schema";
import type { MulticallReceipt, MulticallReceiptKept } from "@/server/secure-payments/wire/multicall-schema";

/**
 * Keeps what a page says it has carried out for a multicall, once per operation (SI-04). It is for the record
 * alone: children are paid when the chain says so; a Safe transaction that it names is claimed. Throws 400 for another body and for children that are not.
 */
export async function recordReceipt(
  ctx: Ctx,
  multicall: Multicall,
  body: IntentBody | MulticallReceipt,
): Promise<MulticallReceiptKept> {
  if (!("userOpHash" in body)) throw missingField("userOpHash");
  requireChildren(multicall, body.transactionIndices);
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
  if (safeTxHash !== undefined) {
    await claimSafe(ctx, multicall, {
      safeTxHash,
      deadline: safePaymentDeadline ?? null,
      payerAddress: account,
      payerEoaAddress: owner,
      chain,
      token: null,
      details,
    });
  }
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

/** Throws 400 naming the first entry whose child the multicall does not have. */
export function requireChildren(
  { children }: Pick<Multicall, "children">,
  entries: readonly { childPosition: number }[],
): void {
  const unknown = entries.findIndex(({ childPosition }) => childPosition >= children.length);
  if (unknown < 0) return;
  throw invalidField(`transactionIndices.${unknown}.childPosition`, "The multicall has no such child");
}
