import type { ProblemField } from "@/components/pay/safety/comparison";
import { Mismatch } from "@/components/pay/safety/mismatch";
import type { Hex } from "@/server/chains/contract-addresses";
import { readPaymentMessage } from "@/server/chains/evm/crosschain/message";
import type { DepositProblem } from "@/server/chains/evm/crosschain/verify";

const FIELDS: Record<string, ProblemField> = {
  spokePool: "contract",
  value: "value",
  quoteTimestamp: "deadline",
  fillDeadline: "deadline",
  exclusivity: "deadline",
  depositor: "refund",
  recipient: "contract",
  inputToken: "token",
  outputToken: "token",
  inputAmount: "amount",
  outputAmount: "amount",
  destinationChainId: "network",
};

/** What is wrong with a deposit in the words of the page; inside its message, the first part that differs. */
export function depositMismatch(
  { part, expected, got }: DepositProblem,
  hide: (text: string) => string,
): Mismatch {
  if (part !== "message") return new Mismatch(FIELDS[part] ?? "calldata", expected, got);
  const [ours, theirs] = [readPaymentMessage(hexOf(expected)), readPaymentMessage(hexOf(got))];
  if (!ours || !theirs) return new Mismatch("calldata", "calls that pay", "others");
  const differing = partsOf(ours).find(({ key, value }) => textOf(theirs, key) !== value);
  if (!differing) return new Mismatch("transactions", "these calls", "more of them");
  const { field, key, value } = differing;
  return new Mismatch(field, hide(value), hide(textOf(theirs, key) ?? "nothing"));
}

const LIFI_FIELDS: Record<string, ProblemField> = {
  diamond: "contract",
  value: "value",
  bridge: "function",
  integrator: "calldata",
  referrer: "feeRecipient",
  sendingAssetId: "token",
  receiver: "recipient",
  minAmount: "amount",
  destinationChainId: "network",
  receiverAddress: "contract",
  refundAddress: "refund",
  acrossSendingAssetId: "token",
  receivingAssetId: "token",
  outputAmount: "amount",
  quoteTimestamp: "deadline",
  fillDeadline: "deadline",
  exclusivity: "deadline",
  proxy: "contract",
  calls: "transactions",
  token: "token",
  payee: "recipient",
  amount: "amount",
  reference: "reference",
  feeAmount: "feeAmount",
  feeAddress: "feeRecipient",
  fallback: "recipient",
};

/** The same for a transaction of LI.FI, whose parts have names of their own. */
export function lifiMismatch(
  { part, expected, got }: DepositProblem,
  hide: (text: string) => string,
): Mismatch {
  const field = LIFI_FIELDS[part] ?? "calldata";
  if (field !== "recipient") return new Mismatch(field, expected, got);
  const each = expected.split(" or ").map(hide).join(" or ");
  return new Mismatch(field, each, hide(got));
}

type Message = NonNullable<ReturnType<typeof readPaymentMessage>>;

function partsOf({ proxy, payments, fallbackRecipient }: Message) {
  const part = (field: ProblemField, key: string, value: string) => ({
    field,
    key,
    value: value.toLowerCase(),
  });
  return [
    part("contract", "proxy", proxy),
    ...payments.flatMap(({ token, payee, amount, reference, fee }, index) => [
      part("token", `${index}.token`, token),
      part("recipient", `${index}.payee`, payee),
      part("amount", `${index}.amount`, String(amount)),
      part("reference", `${index}.reference`, reference),
      part("feeAmount", `${index}.fee`, String(fee?.amount ?? 0n)),
      part("feeRecipient", `${index}.feeAddress`, fee?.address ?? ""),
    ]),
    part("recipient", "fallbackRecipient", fallbackRecipient),
  ];
}

function textOf(message: Message, key: string): string | undefined {
  return partsOf(message).find((one) => one.key === key)?.value;
}

function hexOf(text: string): Hex {
  return `0x${text.slice(2)}`;
}
