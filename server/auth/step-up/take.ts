import { and, eq, gt, isNotNull, isNull } from "drizzle-orm";
import { sessions, stepUps } from "@/db/schema";
import { requireOwnCredential } from "@/server/auth/proofs/verify-proof";
import type { StepUpRow } from "@/server/auth/step-up/consent-of-step-up";
import type { Tx } from "@/server/context";
import { ApiError } from "@/server/errors";

/**
 * Uses a step-up up, in the commit of what it is for. Of several calls at once the first to commit has it. Throws 403
 * `proof_refused` for one that is used or over, whose session has ended, or whose credential is the person's no more.
 */
export async function takeStepUp(tx: Pick<Tx, "db" | "now">, row: StepUpRow): Promise<void> {
  const now = tx.now();
  const isOpen = and(isNull(stepUps.usedAt), isNotNull(stepUps.provenAt), gt(stepUps.expiresAt, now));
  const taken = await tx.db
    .update(stepUps)
    .set({ usedAt: now })
    .where(and(eq(stepUps.id, row.id), isOpen))
    .returning({ id: stepUps.id });
  if (taken.length === 0) throw refused("This confirmation was used already, or its time is over");
  const [session] = await tx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, row.sessionId),
        eq(sessions.platformId, row.platformId),
        gt(sessions.expiresAt, now),
      ),
    )
    .for("key share");
  if (!session) throw new ApiError("unauthorized", "Unauthorized");
  const { credential, personId } = row;
  if (personId === null || credential === null || credential.kind === "password") return;
  await requireOwnCredential(tx, personId, credential);
}

function refused(message: string): ApiError {
  return new ApiError("proof_refused", message);
}
