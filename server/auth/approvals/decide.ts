import { type ApprovalRow, approvalsOf, forgetAnswer, moveApproval } from "@/server/approvals/store";
import { recordAudit } from "@/server/audit/record";
import { answerContext } from "@/server/auth/approvals/approve";
import { consentTo } from "@/server/auth/approvals/consent";
import { describeApprovals } from "@/server/auth/approvals/describe";
import { lockOwnApproval, ownApproval, requireWaiting } from "@/server/auth/approvals/find";
import { canDecide, type Viewer } from "@/server/auth/approvals/may-decide";
import type {
  Approval,
  ApprovalAnswer,
  ApprovalList,
  ApprovalRead,
  ApprovalsQuery,
  RefuseBody,
} from "@/server/auth/approvals/schema";
import { personOfCaller } from "@/server/auth/members/acting-member";
import { proofRequest } from "@/server/auth/proofs/proof-request";
import { type Ctx, inTransaction, type Reads, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { unseal } from "@/server/lib/sealing/sealed";

const PAGE = 50;
/** Approvals that wait are bounded by `askForApproval`. */
const EVERY_WAITING = 200;
const DECIDED = ["approved", "refused", "withdrawn", "expired", "fallen"] as const;

/** The approvals of the caller's account that wait, or those that are over. */
export async function listApprovals(ctx: Ctx, { state, before }: ApprovalsQuery): Promise<ApprovalList> {
  const { platformId } = ctx.caller;
  const viewer = viewerOf(ctx);
  const waiting = await approvalsOf(ctx, platformId, { states: ["waiting"], limit: EVERY_WAITING });
  const now = ctx.now();
  const states = state === "waiting" ? (["waiting"] as const) : DECIDED;
  const rows = await approvalsOf(ctx, platformId, {
    states,
    limit: PAGE,
    ...(before === undefined ? {} : { before }),
  });
  return {
    approvals: await describeApprovals(ctx, rows, viewer),
    waitingForYou: waiting.filter((row) => canDecide(row, viewer, now)).length,
  };
}

/** One approval, and what the caller signs to approve it. Throws 404. */
export async function getApproval(ctx: Ctx, id: string): Promise<ApprovalRead> {
  const row = await ownApproval(ctx, id);
  const viewer = { personId: await inTransaction(ctx, personOfCaller), role: ctx.caller.role };
  const described = await describeOne(ctx, row, viewer);
  const consent = await consentTo(ctx, row);
  const request =
    described.canDecide && viewer.personId !== null
      ? await proofRequest(ctx, viewer.personId, consent)
      : null;
  return { ...described, account: consent.account, proofRequest: request };
}

/**
 * Refuses what somebody else asked for, and says why. Takes a right away and gives none, so nothing is signed. Throws 404, 403
 * for whoever asked and for roles that could not approve it, 409 `approval_over`.
 */
export function refuseApproval(ctx: Ctx, id: string, { reason }: RefuseBody): Promise<Approval> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockOwnApproval(tx, id);
    requireWaiting(row, tx.now());
    const viewer = { personId: await personOfCaller(tx), role: tx.caller.role };
    if (row.askerId === viewer.personId) {
      throw new ApiError("forbidden", "You asked for this: withdraw it instead");
    }
    if (!canDecide(row, viewer, tx.now())) {
      throw new ApiError("role_missing", `Your role in this account, ${viewer.role}, cannot refuse this`, {
        details: { role: viewer.role },
      });
    }
    const moved = await moveApproval(tx, row, "refused_by_other", { deciderId: viewer.personId, reason });
    return noted(tx, moved, "approval.refused", viewer);
  });
}

/** Takes back what the caller asked for. Throws 404, 403 for what somebody else asked for, 409 `approval_over`. */
export function withdrawApproval(ctx: Ctx, id: string): Promise<Approval> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockOwnApproval(tx, id);
    requireWaiting(row, tx.now());
    const viewer = { personId: await personOfCaller(tx), role: tx.caller.role };
    if (row.askerId !== viewer.personId) {
      throw new ApiError("forbidden", "Somebody else asked for this: refuse it instead");
    }
    return noted(tx, await moveApproval(tx, row, "withdrawn_by_asker"), "approval.withdrawn", viewer);
  });
}

/**
 * What the operation answered, told once and to its asker alone, because keys are told once. Throws 404 where there is none,
 * where it was taken, and for everybody else.
 */
export function takeAnswer(ctx: Ctx, id: string): Promise<ApprovalAnswer> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockOwnApproval(tx, id);
    if (row.answer === null || row.askerId !== (await personOfCaller(tx))) {
      throw new ApiError("not_found", "There is no answer to take");
    }
    const sealed = Buffer.from(row.answer.slice(2), "hex");
    const answer = JSON.parse(unseal(tx.config.keys, answerContext(id), sealed)) as Record<string, unknown>;
    await forgetAnswer(tx, id);
    return { answer };
  });
}

function viewerOf({ caller }: Pick<Ctx, "caller">): Viewer {
  return { personId: caller.personId, role: caller.role };
}

async function noted(
  tx: Tx,
  row: ApprovalRow | null,
  action: "approval.refused" | "approval.withdrawn",
  viewer: Viewer,
): Promise<Approval> {
  if (!row) throw new Error("an approval that waited did not move");
  const { operation, digest, reason } = row;
  await recordAudit(tx, {
    action,
    subject: row.id,
    details: { operation, digest, ...(reason === null ? {} : { reason }) },
  });
  return describeOne(tx, row, viewer);
}

async function describeOne(
  ctx: Pick<Reads, "db" | "now">,
  row: ApprovalRow,
  viewer: Viewer,
): Promise<Approval> {
  const [described] = await describeApprovals(ctx, [row], viewer);
  if (!described) throw new Error("an approval was not described");
  return described;
}
