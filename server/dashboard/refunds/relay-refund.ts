import { NETWORKS } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import type { RefundBroadcastBody } from "@/server/dashboard/refunds/relay-schema";
import { chainFor } from "@/server/requests/paying/readiness";
import { planOfRefund } from "@/server/requests/refunds/calldata";
import { sendableRefund } from "@/server/requests/refunds/list";
import { expectedOf, matching } from "@/server/secure-payments/intents/expected-calls";
import { mismatch, sendSigned, signedOf, understood } from "@/server/secure-payments/intents/send-signed";
import type { TronBroadcast } from "@/server/secure-payments/wire/tron-broadcast-schema";

/**
 * Sends a transaction of a refund that a wallet on Tron signed, whose wallets leave that to the service: only the payment that
 * was prepared, or an approval that it needs, while it may be sent. Throws 404, 409 `refund_not_sendable`, 400
 * `signed_transaction_mismatch` and 502 `relay_failed`.
 */
export async function relayRefund(
  ctx: Ctx,
  { signedTransaction, ...path }: RefundBroadcastBody,
): Promise<TronBroadcast> {
  const { payable, refund } = await sendableRefund(ctx, path);
  const network = NETWORKS[payable.token.network];
  const { relay } = chainFor(ctx, network.id);
  if (!relay) throw mismatch("its wallet sends transactions itself");
  const signed = signedOf(signedTransaction);
  matching(await understood(relay, signed), expectedOf(network, planOfRefund(payable, refund)));
  return sendSigned(relay, signed);
}
