import type { ChargedFee } from "@/server/fees/configs/schema";
import { percentOf } from "../orchestrator/fees/fee-words";

/** Fees as the platform that bears them, or not, reads them. */
export function FeeList({ fees }: { fees: readonly ChargedFee[] }) {
  if (fees.length === 0) return <>No fee</>;
  return (
    <ul className="grid gap-1">
      {fees.map((fee) => (
        <li key={`${fee.flow} ${fee.feeBearer}`}>
          <strong className="font-medium">{percentOf(fee.bps)}</strong> {WORDS[fee.flow][fee.feeBearer]}
          {fee.usdCap !== null && `, at most ${fee.usdCap} USD a payment`}
        </li>
      ))}
    </ul>
  );
}

const WORDS: Record<ChargedFee["flow"], Record<ChargedFee["feeBearer"], string>> = {
  incoming: {
    payer: "on top of payments to you, borne by the payer",
    recipient: "of payments to you, taken off what you receive",
  },
  outgoing: {
    payer: "on top of payments you make, borne by you",
    recipient: "of payments you make, taken off what the recipient gets",
  },
};
