import { chosenApprovals } from "@/components/pay/safety/approvals";
import type { Problem, Signer, Step } from "@/components/pay/safety/comparison";
import type { Expectation } from "@/components/pay/safety/expected";
import { problemOf } from "@/components/pay/safety/mismatch";
import {
  type ExpectedPermit,
  expectedPermit,
  requirePayer,
} from "@/components/pay/safety/schedule/expected-permit";
import { approvalsOffered } from "@/components/pay/safety/schedule/offered-permit";
import { type PermitStep, permitStep } from "@/components/pay/safety/schedule/schedule-steps";
import { approvalStep } from "@/components/pay/safety/steps";
import type { PageSchedule } from "@/server/recurring-payouts/page/page-schema";

/** Carry these out in their order with this wallet, or nothing: the approvals that are missing, then the signature. */
export type ScheduleComparison =
  | { ok: true; approvals: Step[]; permit: PermitStep }
  | { ok: false; problem: Problem };

type Shown = Pick<PageSchedule, "shown" | "othersNeed">;

/**
 * Compares the answer about what to sign with the schedule that the payer is shown (PP-01). `answer` is the parsed JSON
 * and is trusted in nothing: the permit that is handed back is built here, from `shown`, and the answer has to hold the
 * same one, field by field. All it decides is whether the approval is missing, which is for exactly what this schedule
 * and the payer's others can take. `wallet` is the one that will sign: it has to be the payer's.
 */
export function compareSchedule(page: Shown, answer: unknown, wallet: Signer): ScheduleComparison {
  try {
    const expected = expectedPermit(page.shown);
    requirePayer(expected, wallet);
    const sums = allowanceFor(page, expected);
    const offered = approvalsOffered(expected, sums, answer);
    const expectation = approvalsOf(expected, sums.needed);
    const approvals = chosenApprovals(expectation, offered);
    return {
      ok: true,
      approvals: approvals.map((approval) => approvalStep(expected.network, approval)),
      permit: permitStep(expected),
    };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

/** What the contract has to be let take before the schedule begins, base units. */
export function allowanceFor(
  { othersNeed }: Pick<Shown, "othersNeed">,
  { cost, permit }: ExpectedPermit,
): { needed: bigint; others: bigint } {
  const others = BigInt(othersNeed);
  return { needed: cost * BigInt(permit.totalExecutions) + others, others };
}

/** The approvals that may come before a schedule: of exactly `amount`, for its contract. */
export function approvalsOf({ network, token, contract }: ExpectedPermit, amount: bigint): Expectation {
  return {
    network,
    transfers: [],
    contract: { name: "RecurringPayments", address: contract },
    spends: [{ token, amount, spender: contract }],
  };
}
