import { encodeAbiParameters, keccak256, slice } from "viem";
import type { ProvenPayment } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import type { RpcLog } from "@/server/chains/evm/rpc";

/** Topic 0 of `InstalmentPaid(bytes32 indexed schedule, uint8 index)`. */
export const INSTALMENT_PAID: Hex = "0xd5f9a494032cb72f205f578c77ca409fdd61a91aac8d626cde0f62df22b6b057";

/**
 * Marks the payments that the recurring contract made. It derives the reference of an instalment from the schedule and
 * the index that its event names, and emits the event after the payment.
 */
export function markInstalments(
  payments: readonly ProvenPayment[],
  logs: readonly RpcLog[],
  contract: Hex | null,
): ProvenPayment[] {
  const address = contract?.toLowerCase();
  const marked = new Set<ProvenPayment>();
  for (const { address: emitter, topics, data, logIndex } of logs) {
    const [topic0, schedule] = topics;
    if (emitter.toLowerCase() !== address || topic0 !== INSTALMENT_PAID || !schedule) continue;
    if (data.length !== 66) continue;
    const topic1 = keccak256(referenceOf(schedule, Number(BigInt(data))));
    const own = payments.findLast(({ log }) => log.topic1 === topic1 && log.logIndex < Number(logIndex));
    if (own) marked.add(own);
  }
  if (marked.size === 0) return [...payments];
  return payments.map((payment) =>
    marked.has(payment) ? { ...payment, settlement: { ...payment.settlement, isInstalment: true } } : payment,
  );
}

function referenceOf(schedule: Hex, index: number): Hex {
  const encoded = encodeAbiParameters([{ type: "bytes32" }, { type: "uint8" }], [schedule, index]);
  return slice(keccak256(encoded), 0, 8);
}
