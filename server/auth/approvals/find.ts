import { type ApprovalRow, approvalOf, lockApproval } from "@/server/approvals/store";
import type { Reads, Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { isRecordId } from "@/server/lib/ids";

/** An approval of the caller's account. Throws 404, in the same words for those of others. */
export async function ownApproval(ctx: Pick<Reads, "db" | "caller">, id: string): Promise<ApprovalRow> {
  const row = isRecordId(id) ? await approvalOf(ctx, ctx.caller.platformId, id) : null;
  return row ?? notFound();
}

/** The same, locked. */
export async function lockOwnApproval(tx: Pick<Tx, "db" | "caller">, id: string): Promise<ApprovalRow> {
  const row = isRecordId(id) ? await lockApproval(tx, tx.caller.platformId, id) : null;
  return row ?? notFound();
}

function notFound(): never {
  throw new ApiError("not_found", "Approval not found");
}

/** Throws 409 `approval_over` with the state of an approval that does not wait any more. */
export function requireWaiting({ state, reason, expiresAt }: ApprovalRow, now: Date): void {
  if (state === "waiting" && expiresAt > now) return;
  throw approvalOver(state === "waiting" ? "expired" : state, reason);
}

/** What is said of an approval that is over. */
export function approvalOver(state: ApprovalRow["state"], reason: string | null): ApiError {
  const words = {
    waiting: "waits",
    approved: "was approved and done already",
    refused: "was refused",
    withdrawn: "was withdrawn",
    expired: "has expired",
    fallen: "fell",
  };
  return new ApiError(
    "approval_over",
    `This approval ${words[state]}${reason === null ? "" : `: ${reason}`}`,
    {
      details: { state, reason },
    },
  );
}
