import type { ProblemField } from "@/components/pay/safety/comparison";
import { requireSame } from "@/components/pay/safety/mismatch";
import { type OfferedTransaction, transactionOf } from "@/components/pay/safety/offered";
import { anyObject, listOf, objectOf } from "@/components/pay/safety/parse";
import type { ExpectedPermit } from "@/components/pay/safety/schedule/expected-permit";
import { checksumEvmAddress } from "@/server/chains/address";
import { paymentDates } from "@/server/recurring-payouts/calendar";
import { PERMIT_TYPES, permitDomain } from "@/server/recurring-payouts/signing/typed-data";

const FIELDS: Record<(typeof PERMIT_TYPES.SchedulePermit)[number]["name"], ProblemField> = {
  subscriber: "wallet",
  token: "token",
  recipient: "recipient",
  feeAddress: "feeRecipient",
  amount: "amount",
  feeAmount: "feeAmount",
  gasFee: "feeAmount",
  periodSeconds: "dates",
  firstExec: "dates",
  totalExecutions: "dates",
  nonce: "permit",
  deadline: "dates",
};

/**
 * Reads the answer about a schedule, which has to hold our permit and nothing else: domain, types and values, field by
 * field, and the dates and sums beside them. Returns the approvals that it asks for. Throws `Mismatch`.
 */
export function approvalsOffered(
  expected: ExpectedPermit,
  { needed, others }: { needed: bigint; others: bigint },
  answer: unknown,
): OfferedTransaction[] {
  const parts = objectOf("answer", answer, ["id", "transactions", "recurringPaymentPermit", "metadata"]);
  requireSamePermit(expected, parts.recurringPaymentPermit);
  const approvals = listOf("transactions", parts.transactions).map((one) => transactionOf(one));
  const metadata = objectOf("metadata", parts.metadata, [
    "stepsRequired",
    "totalNeededAllowance",
    "currentAllowance",
    "additionalAllowanceNeeded",
    "existingPaymentsAmount",
    "paymentDates",
  ]);
  requireSame("allowance", needed.toString(), metadata.totalNeededAllowance);
  requireSame("allowance", others.toString(), metadata.existingPaymentsAmount);
  const current = String(metadata.currentAllowance);
  const missing = /^\d{1,78}$/.test(current) && BigInt(current) < needed ? needed - BigInt(current) : 0n;
  requireSame("allowance", missing.toString(), metadata.additionalAllowanceNeeded);
  // An approval that is left out would let instalments fail, one too many would ask for nothing.
  requireSame("transactions", missing > 0n, approvals.length > 0);
  requireSame("transactions", approvals.length + 1, metadata.stepsRequired);
  requireSameDates(expected, metadata.paymentDates);
  return approvals;
}

function requireSamePermit({ network, contract, permit }: ExpectedPermit, offered: unknown): void {
  const { domain, types, values } = objectOf("permit", offered, ["domain", "types", "values"]);
  const ours = permitDomain(network.chainId, contract);
  const theirs = objectOf("domain", domain, Object.keys(ours));
  requireSame("permit", ours.name, theirs.name);
  requireSame("permit", ours.version, theirs.version);
  requireSame("network", ours.chainId, theirs.chainId);
  requireSame("contract", ours.verifyingContract, theirs.verifyingContract);
  const fields = listOf("types", objectOf("types", types, ["SchedulePermit"]).SchedulePermit);
  requireSame("permit", PERMIT_TYPES.SchedulePermit.length, fields.length);
  for (const [index, { name, type }] of PERMIT_TYPES.SchedulePermit.entries()) {
    const field = objectOf("field", fields[index], ["name", "type"]);
    requireSame("permit", name, field.name);
    requireSame("permit", type, field.type);
  }
  const names = PERMIT_TYPES.SchedulePermit.map(({ name }) => name);
  const offeredValues = objectOf("values", values, names);
  for (const { name, type } of PERMIT_TYPES.SchedulePermit) {
    requireSame(FIELDS[name], written(name, type, permit[name]), anyObject("values", offeredValues)[name]);
  }
}

/** A value as the API writes it: addresses in EIP-55, amounts as text, the nonce in hex, the rest as numbers. */
function written(name: string, type: string, value: string | number | bigint): string | number {
  if (name === "nonce") return `0x${value.toString(16).padStart(64, "0")}`;
  if (typeof value === "string") return checksumEvmAddress(value);
  return type === "uint128" ? value.toString() : Number(value);
}

function requireSameDates({ permit }: ExpectedPermit, offered: unknown): void {
  const theirs = listOf("paymentDates", offered);
  requireSame("dates", permit.totalExecutions, theirs.length);
  for (const [index, date] of paymentDates(permit).entries()) {
    requireSame("dates", date.toISOString(), theirs[index]);
  }
}
