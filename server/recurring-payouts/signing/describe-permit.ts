import { checksumEvmAddress } from "@/server/chains/address";
import type { ScheduleRow } from "@/server/recurring-payouts/schedule";
import type { RecurringPaymentPermit } from "@/server/recurring-payouts/schema";
import { bytes, chainIdOf, permitOf } from "@/server/recurring-payouts/signing/permit";
import { PERMIT_TYPES, permitDomain } from "@/server/recurring-payouts/signing/typed-data";

/** The stored permit in the form that wallets are given. */
export function describePermit(row: ScheduleRow): RecurringPaymentPermit {
  const permit = permitOf(row);
  const address = (value: string) => checksumEvmAddress(bytes(value));
  return {
    domain: permitDomain(chainIdOf(row), address(row.contract)),
    types: { SchedulePermit: PERMIT_TYPES.SchedulePermit.map((field) => ({ ...field })) },
    values: {
      subscriber: address(permit.subscriber),
      token: address(permit.token),
      recipient: address(permit.recipient),
      feeAddress: address(permit.feeAddress),
      amount: permit.amount.toString(),
      feeAmount: permit.feeAmount.toString(),
      gasFee: permit.gasFee.toString(),
      periodSeconds: permit.periodSeconds,
      firstExec: permit.firstExec,
      totalExecutions: permit.totalExecutions,
      nonce: `0x${permit.nonce.toString(16).padStart(64, "0")}`,
      deadline: Number(permit.deadline),
    },
  };
}
