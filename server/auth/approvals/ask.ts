import type { WaitsForApproval } from "@/server/approvals/require-approval";
import { type ApprovalRow, approvalsOf, insertApproval } from "@/server/approvals/store";
import { wordsOf } from "@/server/approvals/words";
import { recordAudit } from "@/server/audit/record";
import { digestOfApproval } from "@/server/auth/approvals/consent";
import { describeApprovals } from "@/server/auth/approvals/describe";
import type { Approval } from "@/server/auth/approvals/schema";
import { personOfCaller, roleOf } from "@/server/auth/members/acting-member";
import type { OperationId } from "@/server/auth/operations/operations";
import { type Caller, type Ctx, inTransaction } from "@/server/context";
import { ApiError } from "@/server/errors";
import { rememberAnswer } from "@/server/lib/idempotency";
import { newId } from "@/server/lib/ids";

/** Approvals of one account that wait at a time. */
const MOST_WAITING = 200;
const DAY_MS = 86_400_000;

/** With what beside their session somebody asked: the change is run with the same. */
export type AskedWith = Pick<
  Caller,
  "credentialId" | "clientId" | "orchestratorId" | "fee" | "origin" | "ip"
>;

/** What a call that waits is answered with. */
export const WAITS = 202;

/**
 * Stores what somebody asked for, and changes nothing else. Throws 403 for a session by email, which names no person, and 409
 * where too many wait.
 */
export function askForApproval(
  ctx: Ctx,
  operation: OperationId,
  { change, input }: WaitsForApproval,
): Promise<Approval> {
  return inTransaction(ctx, async (tx) => {
    const { platformId, credentialId, clientId, orchestratorId, fee, origin, ip } = tx.caller;
    const askerId = await personOfCaller(tx);
    const askerRole = askerId === null ? null : await roleOf(tx, platformId, askerId);
    if (askerId === null || askerRole === null) {
      throw new ApiError(
        "approval_needed",
        "This needs a second person: sign in with a wallet to ask for it",
      );
    }
    const waiting = await approvalsOf(tx, platformId, { states: ["waiting"], limit: MOST_WAITING });
    if (waiting.length >= MOST_WAITING) {
      throw new ApiError("conflict", `${MOST_WAITING} approvals wait already; decide about some`);
    }
    const createdAt = tx.now();
    const asked: AskedWith = { credentialId, clientId, orchestratorId, fee, origin, ip };
    const draft = {
      id: newId(createdAt),
      platformId,
      kind: change.kind,
      operation,
      change,
      // What is not set is not there: the digest is of what a reader of the row sees.
      input: JSON.parse(JSON.stringify(input)) as unknown,
      askerId,
      askerRole,
      asked,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + ctx.config.approvalDays * DAY_MS),
      state: "waiting" as const,
      decidedAt: null,
      deciderId: null,
      reason: null,
      proof: null,
      answer: null,
    };
    const row: ApprovalRow = { ...draft, digest: digestOfApproval(draft) };
    await insertApproval(tx, row);
    await recordAudit(tx, {
      action: "approval.created",
      subject: row.id,
      details: {
        operation,
        what: wordsOf(change),
        digest: row.digest,
        expiresAt: row.expiresAt.toISOString(),
      },
      before: change.before,
      after: change.after,
    });
    const [answer] = await describeApprovals(tx, [row], { personId: askerId, role: askerRole });
    if (!answer) throw new Error("a stored approval is missing");
    const claim = tx.idempotency;
    const accepted = claim && { ...claim, status: WAITS };
    await rememberAnswer({ ...tx, idempotency: accepted }, answer);
    if (claim) claim.remembered = true;
    return answer;
  });
}
