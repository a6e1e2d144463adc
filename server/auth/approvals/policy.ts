import { changeOf, type Facts } from "@/server/approvals/change";
import { type ApprovalPolicy, findPolicy, storePolicy, usedToday } from "@/server/approvals/policy";
import { requireApproval } from "@/server/approvals/require-approval";
import { recordAudit } from "@/server/audit/record";
import type { ApprovalPolicyBody, ApprovalPolicyRead } from "@/server/auth/approvals/schema";
import { managingMember } from "@/server/auth/members/acting-member";
import { peopleWhoApprove } from "@/server/auth/members/two-people";
import { type Ctx, inTransaction, type Reads } from "@/server/context";
import { ApiError } from "@/server/errors";
import { microUsdOf, usdText } from "@/server/platforms/key-bounds/daily-limit";

/** What of the caller's account needs a second person. */
export async function getApprovalPolicy(
  ctx: Pick<Reads, "db" | "caller" | "now">,
): Promise<ApprovalPolicyRead> {
  const { platformId } = ctx.caller;
  const [policy, people, used] = await Promise.all([
    findPolicy(ctx, platformId),
    peopleWhoApprove(ctx, platformId),
    usedToday(ctx, platformId),
  ]);
  return { isOn: policy !== null, ...describePolicy(policy), people, usedUsd: usdText(used) };
}

/**
 * Sets what needs a second person. The first time one person does that, where two have a role that approves; from then on
 * every change of it needs a second person too, also a stricter one: what is stricter in one place and looser in another
 * cannot be told apart, and one person could lock the others out. Throws 409 where fewer than two could approve.
 */
export function setApprovalPolicy(ctx: Ctx, body: ApprovalPolicyBody): Promise<ApprovalPolicyRead> {
  return inTransaction(ctx, async (tx) => {
    await managingMember(tx);
    const { platformId } = tx.caller;
    const before = await findPolicy(tx, platformId);
    const { dailyUsd, ...kinds } = body;
    const wanted = { ...kinds, dailyMicroUsd: dailyUsd === null ? null : microUsdOf(dailyUsd) };
    const isOff = !wanted.destinations && !wanted.credentials && !wanted.members && dailyUsd === null;
    const policy = isOff ? null : wanted;
    const people = await peopleWhoApprove(tx, platformId);
    if (policy !== null && people < 2) {
      throw new ApiError("conflict", "Two people with the role owner or admin are needed to turn this on");
    }
    const facts = { before: factsOf(before), after: factsOf(policy) };
    await requireApproval(tx, changeOf("policy.set", "policy", { subject: platformId, ...facts }), {
      input: { verb: "policy.set", params: { body } },
    });
    await storePolicy(tx, platformId, policy);
    await recordAudit(tx, { action: "approval_policy.updated", subject: platformId, ...facts });
    const usedUsd = usdText(await usedToday(tx, platformId));
    return { isOn: policy !== null, ...describePolicy(policy), people, usedUsd };
  });
}

function describePolicy(policy: ApprovalPolicy | null): ApprovalPolicyBody {
  if (policy === null) return { destinations: false, credentials: false, members: false, dailyUsd: null };
  const { dailyMicroUsd, ...kinds } = policy;
  return { ...kinds, dailyUsd: dailyMicroUsd === null ? null : usdText(dailyMicroUsd) };
}

function factsOf(policy: ApprovalPolicy | null): Facts {
  return { ...describePolicy(policy) };
}
