import { type ContractFunctionArgs, decodeEventLog, encodeFunctionData, type Hex } from "viem";
import { recurringAbi } from "@/contracts/abis";
import type { EventLog } from "@/server/chains/transaction-node";
import { UNTRUSTED } from "@/server/chains/untrusted-limits";

/** The permit that a payer signed, as the contract takes it. */
export type Permit = ContractFunctionArgs<typeof recurringAbi, "nonpayable", "cancel">[0];

/** One instalment with all that the contract asks for. */
export interface Instalment {
  scheduleId: string;
  /** Digest of the permit, the name of the schedule in the contract. */
  digest: Hex;
  /** 1 for the first. */
  index: number;
  dueAt: Date;
  contract: Hex;
  permit: Permit;
  signature: Hex;
  paymentReference: Hex;
}

/** The most gas that one instalment may use. One that needs more fails, and cannot take the gas of its neighbours. */
const GAS_PER_INSTALMENT = UNTRUSTED.instalment.gas;

/** What the contract wants in reserve for each (EIP-150), and what its loop, its memory and its event take. */
const GAS_AROUND_INSTALMENT = (GAS_PER_INSTALMENT * 64n) / 63n - GAS_PER_INSTALMENT + 30_000n + 30_000n;

/** An empty transaction. */
const BASE_GAS = 21_000n;
/** Of a byte that is not zero; under EIP-7623 a call that does little beside carrying bytes pays 40. */
const GAS_PER_BYTE = 16n;

/** No transaction may be larger in a pool; ours stay well below. */
export const MAX_CALLDATA_BYTES = 96_000;

/** Calldata that pays these in their order. */
export function callOf(instalments: readonly Instalment[]): Hex {
  return encodeFunctionData({
    abi: recurringAbi,
    functionName: "triggerRecurringPayments",
    args: [
      instalments.map(({ permit, signature, index, paymentReference }) => ({
        permit,
        signature,
        index,
        paymentReference,
      })),
      GAS_PER_INSTALMENT,
    ],
  });
}

/** Calldata that pays one, and reverts with the reason why it cannot be paid. */
export function singleCallOf({ permit, signature, index, paymentReference }: Instalment): Hex {
  return encodeFunctionData({
    abi: recurringAbi,
    functionName: "triggerRecurringPayment",
    args: [permit, signature, index, paymentReference],
  });
}

/** Gas with which `triggerRecurringPayments` ends, whatever each instalment does. */
export function gasLimitOf(count: number, data: Hex): bigint {
  return (
    BASE_GAS +
    BigInt(data.length / 2) * GAS_PER_BYTE +
    BigInt(count) * (GAS_PER_INSTALMENT + GAS_AROUND_INSTALMENT)
  );
}

/** Gas with which one instalment in a transaction of its own has as much as in a batch. */
export function singleGasLimitOf(data: Hex): bigint {
  return BASE_GAS + BigInt(data.length / 2) * GAS_PER_BYTE + GAS_PER_INSTALMENT;
}

/** What the contract says of an instalment in a mined transaction. */
export type InstalmentEvent =
  | { kind: "paid"; digest: Hex; index: number }
  /** `selector`: the first four bytes of what it reverted with. */
  | { kind: "failed"; digest: Hex; index: number; selector: Hex };

/** The outcome of each instalment of a receipt, in order. */
export function instalmentEvents(logs: readonly EventLog[], contract: Hex): InstalmentEvent[] {
  return logs.flatMap((log): InstalmentEvent[] => {
    if (log.address.toLowerCase() !== contract.toLowerCase()) return [];
    const event = decode(log);
    if (event?.eventName === "InstalmentPaid")
      return [{ kind: "paid", digest: event.args.schedule, index: event.args.index }];
    if (event?.eventName === "InstalmentFailed") {
      const { schedule, index, reason } = event.args;
      return [{ kind: "failed", digest: schedule, index, selector: reason }];
    }
    return [];
  });
}

function decode({ topics: [signature, ...rest], data }: EventLog) {
  if (signature === undefined) return null;
  try {
    return decodeEventLog({ abi: recurringAbi, data, topics: [signature, ...rest] });
  } catch {
    // An event of another kind at the same address, such as a new role.
    return null;
  }
}
