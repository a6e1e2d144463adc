import { evmPaymentCalls, type PaymentCalls } from "@/server/chains/evm/payment-calls";
import type { Network } from "@/server/chains/networks";
import { tronPaymentCalls } from "@/server/chains/tron/payment-calls";

export function paymentCalls(network: Network): PaymentCalls {
  return network.family === "evm" ? evmPaymentCalls(network) : tronPaymentCalls(network);
}
