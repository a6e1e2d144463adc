import { type Abi, type Hex, hashTypedData, parseAbi, type TypedDataDomain } from "viem";
import type { AccountName } from "@/server/chains/development-accounts";
import {
  PERMIT_TYPES,
  permitDomain,
  instalmentReference as referenceOf,
  type SchedulePermit,
} from "@/server/recurring-payouts/signing/typed-data";
import { recurringAbi } from "../abis";
import type { Bench } from "./bench";
import { RELAYER } from "./bench";

/** As the service writes it: the contract's answers are what it is held to. */
export type Permit = SchedulePermit;
export { referenceOf };

/** The contract with the errors that tokens and its parents revert with. */
export const RECURRING_ABI: Abi = [
  ...recurringAbi,
  ...parseAbi([
    "error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)",
    "error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)",
    "error OwnableUnauthorizedAccount(address account)",
  ]),
];

export const DAY = 86_400;
export const FEE_ADDRESS: Hex = "0xFee0000000000000000000000000000000000001";

/** Permits of one bench: drafting, signing, triggering and cancelling them. */
export function schedulesOn(bench: Bench) {
  const domain = (changes: TypedDataDomain = {}): TypedDataDomain => ({
    ...permitDomain(bench.chain.chain.id, bench.at.recurring),
    ...changes,
  });
  const typed = (message: Permit, changes?: TypedDataDomain) => ({
    domain: domain(changes),
    types: PERMIT_TYPES,
    primaryType: "SchedulePermit" as const,
    message,
  });
  const typedCancel = (permit: Permit) => ({
    domain: domain(),
    types: { CancelSchedule: [{ name: "permit", type: "SchedulePermit" }], ...PERMIT_TYPES },
    primaryType: "CancelSchedule" as const,
    message: { permit },
  });
  const digestOf = (permit: Permit) => hashTypedData(typed(permit));
  const call = (functionName: string, args: readonly unknown[]) => ({
    to: bench.at.recurring,
    abi: RECURRING_ABI,
    functionName,
    args,
  });
  return {
    typed,
    typedCancel,
    digestOf,
    async draft(changes: Partial<Permit> = {}): Promise<Permit> {
      const { timestamp } = await bench.chain.publicClient.getBlock();
      return {
        subscriber: bench.chain.accounts.payer.address,
        token: bench.token("FAU"),
        recipient: bench.chain.accounts.recipient.address,
        feeAddress: FEE_ADDRESS,
        amount: 1_000n,
        feeAmount: 50n,
        gasFee: 7n,
        periodSeconds: DAY,
        firstExec: Number(timestamp),
        totalExecutions: 3,
        nonce: 1n,
        deadline: timestamp + 100n * BigInt(DAY),
        ...changes,
      };
    },
    sign: (permit: Permit, who: AccountName = "payer") =>
      bench.chain.wallet(who).signTypedData(typed(permit)),
    trigger: (permit: Permit, signature: Hex, index: number, who: AccountName | number = RELAYER) =>
      bench.send(
        who,
        call("triggerRecurringPayment", [permit, signature, index, referenceOf(digestOf(permit), index)]),
      ),
    triggerMany: (
      instalments: readonly { permit: Permit; signature: Hex; index: number }[],
      gasPerInstalment = 300_000n,
      who: AccountName | number = RELAYER,
    ) =>
      bench.send(
        who,
        call("triggerRecurringPayments", [
          instalments.map((one) => ({
            ...one,
            paymentReference: referenceOf(digestOf(one.permit), one.index),
          })),
          gasPerInstalment,
        ]),
      ),
    triggerWithReference: (permit: Permit, signature: Hex, index: number, paymentReference: Hex) =>
      bench.send(RELAYER, call("triggerRecurringPayment", [permit, signature, index, paymentReference])),
    cancel: (permit: Permit, who: AccountName | number = "payer") =>
      bench.send(who, call("cancel", [permit])),
    cancelWithSignature: (permit: Permit, signature: Hex, who: AccountName | number = RELAYER) =>
      bench.send(who, call("cancelWithSignature", [permit, signature])),
    lastIndex: (permit: Permit) => bench.read<number>(call("lastPaymentIndex", [digestOf(permit)])),
    bitmap: (permit: Permit) => bench.read<bigint>(call("triggeredPaymentsBitmap", [digestOf(permit)])),
    isCancelled: (permit: Permit) => bench.read<boolean>(call("isCancelled", [digestOf(permit)])),
    async pass(seconds: number) {
      await bench.chain.rpc("evm_increaseTime", seconds);
      await bench.chain.mine();
    },
  };
}
