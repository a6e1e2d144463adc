import type { recurringPayments } from "@/db/schema";
import type { Hex } from "@/server/chains/contract-addresses";
import { NETWORKS } from "@/server/chains/networks";
import { networkOf } from "@/server/recurring-payouts/schedule";
import type { SchedulePermit } from "@/server/recurring-payouts/signing/typed-data";

type ScheduleRow = typeof recurringPayments.$inferSelect;

/** The stored permit. */
export function permitOf(row: ScheduleRow): SchedulePermit {
  return {
    subscriber: bytes(row.subscriber),
    token: bytes(row.token),
    recipient: bytes(row.recipient),
    feeAddress: bytes(row.feeAddress),
    amount: row.amount,
    feeAmount: row.feeAmount,
    gasFee: row.gasFee,
    periodSeconds: row.periodSeconds,
    firstExec: row.firstExec,
    totalExecutions: row.totalExecutions,
    nonce: row.nonce,
    deadline: BigInt(row.deadline),
  };
}

/** The chain ID that a stored permit is for. */
export function chainIdOf(row: Pick<ScheduleRow, "network">): number {
  return NETWORKS[networkOf(row)].chainId;
}

export function bytes(value: string): Hex {
  return `0x${value.slice(2)}`;
}
