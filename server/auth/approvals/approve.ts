import { and, eq, isNull } from "drizzle-orm";
import type { Role } from "@/db/roles";
import { clientIds, memberships } from "@/db/schema";
import { ContentChanged } from "@/server/approvals/require-approval";
import type { ApprovalEvent } from "@/server/approvals/state";
import { type ApprovalRow, moveApproval } from "@/server/approvals/store";
import { recordAudit } from "@/server/audit/record";
import type { AskedWith } from "@/server/auth/approvals/ask";
import { consentTo } from "@/server/auth/approvals/consent";
import { describeApprovals, type StoredProof } from "@/server/auth/approvals/describe";
import { approvalOver, lockOwnApproval, ownApproval, requireWaiting } from "@/server/auth/approvals/find";
import { couldDo } from "@/server/auth/approvals/may-decide";
import { RUNNERS } from "@/server/auth/approvals/run";
import type { Approval, ApproveBody } from "@/server/auth/approvals/schema";
import { lockMembers, personOfCaller } from "@/server/auth/members/acting-member";
import type { Proof } from "@/server/auth/proofs/schema";
import { acceptProof, type CheckedProof, checkProof, withProof } from "@/server/auth/proofs/verify-proof";
import { ownsOrchestrator } from "@/server/auth/queries";
import { type Caller, type Ctx, inTransaction, type RunningApproval, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { secretBytes } from "@/server/lib/random";
import { seal } from "@/server/lib/sealing/sealed";

/** Nothing comes of this approval any more, and why. */
class Fallen extends Error {
  override readonly name = "Fallen";
  readonly event: ApprovalEvent;

  constructor(event: ApprovalEvent, reason: string) {
    super(reason);
    this.event = event;
  }
}

/** Refused before anything was done: says nothing about what was asked for. */
class RefusedFirst extends Error {
  override readonly name = "RefusedFirst";
}

/**
 * Approves what somebody else asked for, and does it in the same commit, as their change. The approver signs for exactly what
 * the approval says. Where what it changes is not as it was, where its asker may not ask for it any more, or where its own
 * rules refuse it, it falls, and this throws 409 `approval_over`. Throws 404, 403 for whoever asked and for roles that could
 * not do it themselves, 403 `proof_refused`, and 503 where something outside does not answer; then it goes on waiting.
 */
export function approve(ctx: Ctx, id: string, { proof }: ApproveBody): Promise<Approval> {
  return withProof(ctx, () => approveBy(ctx, id, proof));
}

async function approveBy(ctx: Ctx, id: string, proof: Proof): Promise<Approval> {
  const row = await ownApproval(ctx, id);
  requireWaiting(row, ctx.now());
  const approverId = await inTransaction(ctx, personOfCaller);
  if (approverId === null) throw new ApiError("forbidden", "Sign in with a wallet or passkey to do this");
  refuseAsker(row, approverId);
  const checked = await checkProof(ctx, approverId, await consentTo(ctx, row), proof);
  try {
    await RUNNERS[row.change.verb].run(contextOf(ctx, row, checked), paramsOf(row));
  } catch (error) {
    if (error instanceof RefusedFirst) throw error.cause;
    const fallen = reasonOf(error);
    if (fallen === null) throw error;
    throw await fall(ctx, id, fallen);
  }
  const [answer] = await describeApprovals(ctx, [await ownApproval(ctx, id)], {
    personId: approverId,
    role: ctx.caller.role,
  });
  if (!answer) throw new Error("an approved change is missing");
  return answer;
}

function refuseAsker({ askerId }: ApprovalRow, approverId: string): void {
  if (askerId !== approverId) return;
  throw new ApiError("forbidden", "You asked for this, so somebody else has to approve it");
}

function paramsOf({ input }: ApprovalRow): unknown {
  return (input as { params: unknown }).params;
}

/**
 * A context in which an approved change runs as its asker's. Its one transaction begins with all that has to be so for the
 * approval to count and ends with the approval approved, so that both are one commit.
 */
function contextOf(ctx: Ctx, row: ApprovalRow, checked: CheckedProof): Ctx {
  const { asked, askerId, askerRole, id } = row;
  const caller: Caller = { ...ctx.caller, ...(asked as AskedWith), personId: askerId, role: askerRole };
  const approval: RunningApproval = { id, change: row.change, isMet: false };
  return {
    ...ctx,
    caller,
    approval,
    idempotency: null,
    begin: (work) =>
      ctx.begin(async (db, wake) => {
        approval.isMet = false;
        approval.answer = undefined;
        const approverTx: Tx = { ...ctx, caller: ctx.caller, db, wake, approvalId: id };
        const locked = await firstRefusals(() => lockToApprove(approverTx, caller, row, checked));
        const result = await work(db, wake);
        if (!approval.isMet) throw new Error(`${row.change.verb} did not ask whether it is approved`);
        await noteApproved(approverTx, locked, checked, approval.answer);
        return result;
      }),
  };
}

async function firstRefusals<Result>(check: () => Promise<Result>): Promise<Result> {
  try {
    return await check();
  } catch (cause) {
    if (cause instanceof Fallen) throw cause;
    throw new RefusedFirst("not approved", { cause });
  }
}

/** All that has to be so in the commit itself. Whoever else decides about this approval, or changes one of the two, waits. */
async function lockToApprove(
  tx: Tx,
  asker: Caller,
  { id }: ApprovalRow,
  checked: CheckedProof,
): Promise<ApprovalRow> {
  const row = await lockOwnApproval(tx, id);
  requireWaiting(row, tx.now());
  refuseAsker(row, checked.personId);
  await acceptProof(tx, checked);
  if (RUNNERS[row.change.verb].locksMembers) await lockMembers(tx, row.platformId);
  const approverRole = await roleToday(tx, row.platformId, checked.personId);
  if (approverRole === null || !couldDo(approverRole, row.operation, row.change)) {
    const role = approverRole ?? "none";
    throw new ApiError("role_missing", `Your role in this account, ${role}, cannot approve this`, {
      details: { role },
    });
  }
  const askerRole = await roleToday(tx, row.platformId, row.askerId);
  if (askerRole === null) throw new Fallen("asker_lost", "Whoever asked has left the account");
  if (!couldDo(askerRole, row.operation, row.change)) {
    throw new Fallen("asker_lost", `Whoever asked has the role ${askerRole} now, which cannot do this`);
  }
  asker.role = askerRole;
  await requireCredentials(tx, asker);
  return row;
}

/** The current role of a member, who stays in it until the transaction ends. */
async function roleToday({ db }: Pick<Tx, "db">, platformId: string, personId: string): Promise<Role | null> {
  const isCurrent = and(
    eq(memberships.platformId, platformId),
    eq(memberships.personId, personId),
    isNull(memberships.endedAt),
  );
  const [row] = await db.select({ role: memberships.role }).from(memberships).where(isCurrent).for("share");
  return row?.role ?? null;
}

/** What came along with the asker's session still acts for the account. */
async function requireCredentials(
  { db }: Pick<Tx, "db">,
  { platformId, clientId, orchestratorId }: Caller,
): Promise<void> {
  if (clientId !== null) {
    const isUsable = and(
      eq(clientIds.id, clientId.id),
      eq(clientIds.platformId, platformId),
      eq(clientIds.status, "active"),
    );
    if ((await db.$count(clientIds, isUsable)) === 0) {
      throw new Fallen("execution_failed", "The client ID that it was asked with is not active any more");
    }
  }
  if (orchestratorId !== null && !(await ownsOrchestrator(db, { platformId, orchestratorId }))) {
    throw new Fallen("execution_failed", "The orchestrator that it was asked for is not active any more");
  }
}

async function noteApproved(
  tx: Tx,
  row: ApprovalRow,
  { personId, credential, evidence }: CheckedProof,
  answer: unknown,
): Promise<void> {
  const proof: StoredProof = { credential, ...evidence };
  const sealed =
    answer === undefined
      ? null
      : seal(tx.config.keys, answerContext(row.id), JSON.stringify(answer), secretBytes).toString("hex");
  const moved = await moveApproval(tx, row, "executed", { deciderId: personId, proof, answer: sealed });
  if (!moved) throw new Error("an approval that waited was not approved");
  await recordAudit(tx, {
    action: "approval.approved",
    subject: row.id,
    details: {
      operation: row.operation,
      digest: row.digest,
      signer: credential.kind === "wallet" ? credential.address : credential.name,
      proof: inOneLevel(proof),
    },
  });
}

/** A signature as the audit log takes it, so that the log and its downloads have all that it takes to check it again. */
function inOneLevel({ credential, signed, signature, passkey }: StoredProof): Record<string, string> {
  return {
    kind: credential.kind,
    ...(credential.kind === "wallet" ? { address: credential.address } : { passkeyId: credential.id }),
    signed: typeof signed === "string" ? signed : JSON.stringify(signed),
    signature,
    ...passkey,
  };
}

/** The answer of one approval opens only as that. */
export function answerContext(id: string): string {
  return `approval:${id}`;
}

/** Why nothing can come of an approval after this error; null where it may be approved again later. */
function reasonOf(error: unknown): Fallen | null {
  if (error instanceof Fallen) return error;
  if (error instanceof ContentChanged) {
    return new Fallen("content_changed", "What it changes is not as it was when it was asked for");
  }
  if (error instanceof ApiError && error.status < 500) return new Fallen("execution_failed", error.message);
  return null;
}

/** Ends an approval of which nothing can come, and gives what the approver is told. */
function fall(ctx: Ctx, id: string, { event, message }: Fallen): Promise<ApiError> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockOwnApproval(tx, id);
    const moved = await moveApproval(tx, row, event, { reason: message });
    if (!moved) return approvalOver(row.state, row.reason);
    await recordAudit(tx, {
      action: "approval.fallen",
      subject: id,
      details: { operation: row.operation, digest: row.digest, reason: message },
    });
    return approvalOver(moved.state, message);
  });
}
