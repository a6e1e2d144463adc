import type { Hex } from "viem";
import { describeCalldata } from "@/components/pay/safety/calldata/describe";
import type { Described } from "@/components/pay/safety/calldata/described";
import type {
  ArgumentMeaning,
  DecodedArgument,
  KnownContract,
  ProblemField,
} from "@/components/pay/safety/comparison";
import type { Built } from "@/components/pay/safety/expected";
import { Mismatch } from "@/components/pay/safety/mismatch";
import type { OfferedTransaction } from "@/components/pay/safety/offered";
import { sameAddress } from "@/server/chains/address";
import type { Network } from "@/server/chains/networks";

const FIELDS: Partial<Record<ArgumentMeaning, ProblemField>> = {
  token: "token",
  recipient: "recipient",
  amount: "amount",
  reference: "reference",
  feeAmount: "feeAmount",
  feeRecipient: "feeRecipient",
  spender: "spender",
  allowance: "allowance",
  refund: "refund",
  deadline: "deadline",
};

/**
 * Throws `Mismatch` unless both transactions are the same, byte for byte but for the letter case of hex; names the
 * first part that differs. `hide` takes out of a text what the payer must not be told.
 */
export function requireSameTransaction(
  network: Network,
  expected: Built,
  offered: OfferedTransaction,
  hide: (text: string) => string = (text) => text,
): void {
  if (isSameTransaction(network, expected, offered)) return;
  if (!sameAddress(network.family, expected.to, offered.to)) {
    throw new Mismatch("contract", expected.to, offered.to);
  }
  if (expected.value !== offered.value) {
    throw new Mismatch("value", String(expected.value), String(offered.value));
  }
  throw differenceOf(network, expected, offered.data, hide);
}

/** Whether a wallet would be given the same bytes. */
export function isSameTransaction(
  { family }: Network,
  expected: Built,
  offered: OfferedTransaction,
): boolean {
  return (
    sameAddress(family, expected.to, offered.to) &&
    expected.value === offered.value &&
    expected.data.toLowerCase() === offered.data.toLowerCase()
  );
}

function differenceOf(
  network: Network,
  expected: Built,
  data: Hex,
  hide: (text: string) => string,
): Mismatch {
  const contract = { name: expected.contract, address: expected.to };
  const selector = (of: Hex) => of.slice(0, 10).toLowerCase();
  if (selector(expected.data) !== selector(data)) {
    return new Mismatch("function", selector(expected.data), selector(data));
  }
  const ours = describeCalldata(network, contract, expected.data);
  const theirs = describedOrNull(network, contract, data);
  if (!theirs) return new Mismatch("calldata", "a readable call", "an unreadable one");
  const at = ours.arguments.findIndex((argument, index) => !isSame(argument, theirs.arguments[index]));
  const [mine, other] = [ours.arguments[at], theirs.arguments[at]];
  if (!mine || !other || mine.name !== other.name || ours.arguments.length !== theirs.arguments.length) {
    return new Mismatch("calldata", sizeOf(expected.data), sizeOf(data));
  }
  return new Mismatch(FIELDS[mine.meaning] ?? "calldata", hide(mine.value), hide(other.value));
}

function isSame(mine: DecodedArgument, other: DecodedArgument | undefined): boolean {
  return mine.name === other?.name && mine.value === other.value;
}

/** Calldata of a stranger may be anything; a decoder says so by throwing. */
function describedOrNull(
  network: Network,
  contract: { name: KnownContract; address: string },
  data: Hex,
): Described | null {
  try {
    return describeCalldata(network, contract, data);
  } catch {
    return null;
  }
}

function sizeOf(data: Hex): string {
  return `${data.length / 2 - 1} bytes`;
}
