import {
  decodeAbiParameters,
  decodeErrorResult,
  encodeFunctionData,
  type Hex,
  toFunctionSelector,
} from "viem";
import { erc20Abi, recurringAbi } from "@/contracts/abis";
import { isWithin } from "@/server/chains/evm/untrusted/ask";
import {
  type CallResult,
  OUT_OF_GAS,
  TOOK_TOO_LONG,
  type TransactionNode,
} from "@/server/chains/transaction-node";
import { UNTRUSTED } from "@/server/chains/untrusted-limits";
import type { Instalment } from "@/server/executor/instalment";

/** Why an instalment was not paid, where the reason lies with its payer, its token or its permit. */
export const FAILURES = [
  "insufficient_funds",
  "insufficient_allowance",
  /** The token took a fee, or moved something else than it was asked to. */
  "inexact_transfer",
  /** The token refuses the transfer for a reason of its own, such as a frozen account. */
  "transfer_refused",
  /** The payer ended the schedule in the contract. */
  "cancelled",
  /** The permit's deadline has passed. */
  "expired",
  /** The contract does not take the signature any more: a contract wallet may change its mind. */
  "bad_signature",
] as const;
export type Failure = (typeof FAILURES)[number];

export interface FailedInstalment {
  instalment: Pick<Instalment, "scheduleId" | "digest" | "index">;
  failure: Failure;
  /** The contract's or the token's own words. */
  words: string;
}

/** What a simulation says. `not_now`: the schedule is not to blame, and later it may work. */
export type Verdict =
  | { kind: "payable" }
  | { kind: "fails"; failure: Failure; words: string }
  | { kind: "not_now"; problem: "already_paid" | "not_due" }
  | { kind: "executor"; problem: "not_relayer" | "contract_paused" };

const PREFIX = "ERC20RecurringPaymentProxy__";

/** What the contract's own errors mean. */
const MEANINGS: Record<string, Verdict> = {
  Cancelled: { kind: "fails", failure: "cancelled", words: "the payer has ended the schedule" },
  SignatureExpired: { kind: "fails", failure: "expired", words: "the deadline of the permit has passed" },
  IndexOutOfBounds: { kind: "not_now", problem: "already_paid" },
  PaymentOutOfOrder: { kind: "not_now", problem: "already_paid" },
  NotDueYet: { kind: "not_now", problem: "not_due" },
  BadSignature: { kind: "fails", failure: "bad_signature", words: "the signature is not accepted" },
  WrongReference: { kind: "fails", failure: "bad_signature", words: "the reference is not the permit's" },
  InexactTransfer: {
    kind: "fails",
    failure: "inexact_transfer",
    words: "the token took a fee, or moved another amount",
  },
  EnforcedPause: { kind: "executor", problem: "contract_paused" },
  AccessControlUnauthorizedAccount: { kind: "executor", problem: "not_relayer" },
};

const MEANING_BY_SELECTOR = new Map(
  recurringAbi
    .filter((item) => item.type === "error")
    .flatMap((item) => {
      const meaning = MEANINGS[item.name.replace(PREFIX, "")];
      return meaning ? [[toFunctionSelector(signatureOf(item)), meaning] as const] : [];
    }),
);

/** What the result of `triggerRecurringPayment` says; null for the token's own refusal, which needs a closer look. */
export function verdictOf(result: CallResult): Verdict | null {
  if (result.ok) return { kind: "payable" };
  return result.data === null ? null : verdictOfSelector(sliceSelector(result.data));
}

/** The same by the first four bytes of what an instalment reverted with. */
export function verdictOfSelector(selector: Hex): Verdict | null {
  return MEANING_BY_SELECTOR.get(selector) ?? null;
}

/**
 * Says why a token refused, since every token has words of its own: by what the payer has and allows; then by whether
 * the token would take the money from the payer, and let the recipient have it. Where it would do both and still
 * refuses the instalment, another amount arrives than was sent.
 */
export async function whyRefused(
  node: TransactionNode,
  { permit, contract }: Pick<Instalment, "permit" | "contract">,
  result: Extract<CallResult, { ok: false }>,
): Promise<Extract<Verdict, { kind: "fails" }>> {
  const { token, subscriber, recipient, amount } = permit;
  if (result.message === TOOK_TOO_LONG)
    return { kind: "fails", failure: "transfer_refused", words: TOOK_TOO_LONG };
  const { gas } = UNTRUSTED.refusingToken;
  const ask = (data: Hex) => ({ from: contract, to: token, data, gas });
  const move = (to: Hex, value: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: "transferFrom", args: [subscriber, to, value] });
  const needed = takenBy({ permit });
  const [balance, allowance, pull, pay] = await node.calls([
    ask(encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [subscriber] })),
    ask(encodeFunctionData({ abi: erc20Abi, functionName: "allowance", args: [subscriber, contract] })),
    ask(move(contract, needed)),
    ask(move(recipient, amount)),
  ]);
  const words = wordsOf(result);
  if (isBelow(balance, needed)) return { kind: "fails", failure: "insufficient_funds", words };
  if (isBelow(allowance, needed)) return { kind: "fails", failure: "insufficient_allowance", words };
  const isInexact = isMoved(pull) && isMoved(pay) && result.message !== OUT_OF_GAS;
  return { kind: "fails", failure: isInexact ? "inexact_transfer" : "transfer_refused", words };
}

/** Some tokens return nothing, some return false instead of reverting. */
function isMoved(result: CallResult | undefined): boolean {
  if (result?.ok !== true || !isWithin(UNTRUSTED.refusingToken, result.data)) return false;
  return result.data === "0x" || BigInt(result.data) === 1n;
}

/** What one instalment takes from the payer, base units. */
function takenBy({ permit }: Pick<Instalment, "permit">): bigint {
  return permit.amount + permit.feeAmount + permit.gasFee;
}

function isBelow(result: CallResult | undefined, needed: bigint): boolean {
  return result?.ok === true && result.data.length === 66 && BigInt(result.data) < needed;
}

/** The reason as text: an error of ours by its name, a `require` by its words, anything else by its selector. */
function wordsOf({ data, message }: Extract<CallResult, { ok: false }>): string {
  if (data === null || data === "0x") return message.slice(0, 200);
  if (!isWithin(UNTRUSTED.instalment, data)) return "the token gave a reason that is too long";
  if (data.startsWith("0x08c379a0")) {
    try {
      const [text] = decodeAbiParameters([{ type: "string" }], `0x${data.slice(10)}`);
      return text.slice(0, 200);
    } catch {
      return "the token gave a reason that cannot be read";
    }
  }
  try {
    return decodeErrorResult({ abi: recurringAbi, data }).errorName.replace(PREFIX, "");
  } catch {
    return `the token refused with ${sliceSelector(data)}`;
  }
}

function sliceSelector(data: Hex): Hex {
  return `0x${data.slice(2, 10)}`;
}

function signatureOf(item: Extract<(typeof recurringAbi)[number], { type: "error" }>): string {
  return `${item.name}(${item.inputs.map(({ type }) => type).join(",")})`;
}
