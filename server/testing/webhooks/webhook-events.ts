import type { EventPayload, NewEvent } from "@/server/webhooks/announcing/events";

/** A `payment.confirmed` of 10 USDC without a dedupe key. */
export function aConfirmedPayment(
  platformId: string,
  payload: Partial<EventPayload<"payment.confirmed">> = {},
): NewEvent<"payment.confirmed"> {
  const requestId = `01${"ab".repeat(32)}`;
  return {
    platformId,
    clientIdId: null,
    name: "payment.confirmed",
    dedupeKey: null,
    payload: {
      requestId,
      requestID: requestId,
      paymentReference: "0x0123456789abcdef",
      paymentId: "01HZX3J8QK5T7V9W2Y4B6D8F0G",
      explorer: "http://127.0.0.1:3000/pay/request/1",
      payerAddress: null,
      payerEoaAddress: null,
      paymentProcessor: "service-network",
      amount: "10",
      totalAmountPaid: "10",
      expectedAmount: "10",
      txHash: `0x${"cd".repeat(32)}`,
      network: "sepolia",
      currency: "USDC",
      paymentCurrency: "USDC",
      isCryptoToFiat: false,
      subStatus: "",
      fees: [],
      ...payload,
    },
  };
}
