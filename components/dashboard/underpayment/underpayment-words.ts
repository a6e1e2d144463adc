import type { UnderpaymentPolicy } from "@/server/platforms/underpayment/schema";

/** What is tolerated, as a sentence; `none` where nothing is said at that level. */
export function underpaymentWords(policy: UnderpaymentPolicy | null, none: string): string {
  if (!policy) return none;
  const payments = policy.for === "deposits" ? "plain transfers" : "all payments";
  return `${policy.percent}% of the amount, ${policy.cap} USD at most, for ${payments}`;
}
