import { rejectionOf, safeTxHashOf } from "@/sim/chain/safe";
import type { OnChain, SafeFacts } from "@/sim/model/safes";
import type { SafePayment } from "@/sim/workload/known";

/** What the chain of each of these transactions holds of it now. */
export function safeFactsOf(payments: readonly SafePayment[]): SafeFacts[] {
  return payments.map((payment) => {
    const { chain } = payment.network;
    const used = chain.executionAt(payment.safe, payment.nonce);
    if (used === null) return { id: payment.id, onChain: "free", depth: 0 };
    return { id: payment.id, onChain: endOf(payment, used.execution), depth: chain.head - used.height + 1 };
  });
}

function endOf(
  { safe, nonce, safeTxHash, network }: SafePayment,
  used: { safeTxHash: string; isSuccess: boolean },
): OnChain {
  if (used.safeTxHash === safeTxHash) return used.isSuccess ? "succeeded" : "failed";
  const rejection = safeTxHashOf(safe, network.of.chainId, rejectionOf(safe), nonce);
  return used.safeTxHash === rejection ? "rejected" : "replaced";
}
