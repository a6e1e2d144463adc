import { and, eq, isNull } from "drizzle-orm";
import { sessions, stepUps, users } from "@/db/schema";
import type { Proof } from "@/server/auth/proofs/schema";
import { acceptProof, checkProof, withProof } from "@/server/auth/proofs/verify-proof";
import { verifyPassword } from "@/server/auth/signing-in/password";
import { consentOf, type StepUpRow } from "@/server/auth/step-up/consent-of-step-up";
import type { StepUpProof, StepUpProven } from "@/server/auth/step-up/schema";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { type Budget, take } from "@/server/lib/database/budget";

/** Passwords that may be tried for one account, right or wrong. */
const PASSWORDS: Omit<Budget, "scope"> = { limit: 10, windowMs: 15 * 60_000 };

/**
 * Takes a person's proof of a step-up of this session. The call that asked for it can then be made, once, by this session.
 * Throws 404 for what this session was not asked for, 403 `proof_refused` for a proof that is not good, 429 after many
 * passwords, 503 when the chain of a contract wallet does not answer.
 */
export async function proveStepUp(ctx: Ctx, id: string, proof: StepUpProof): Promise<StepUpProven> {
  const { caller } = ctx;
  const [row] = await ctx.db
    .select()
    .from(stepUps)
    .where(
      and(
        eq(stepUps.id, id),
        eq(stepUps.sessionId, caller.credentialId),
        eq(stepUps.platformId, caller.platformId),
      ),
    );
  if (!row) throw new ApiError("not_found", "Step-up not found");
  if (row.usedAt !== null || row.expiresAt <= ctx.now()) throw over();
  if (proof.kind === "password") await byPassword(ctx, row, proof.password);
  else await bySignature(ctx, row, proof);
  return { id, expiresAt: row.expiresAt.toISOString() };
}

async function bySignature(ctx: Ctx, row: StepUpRow, proof: Proof): Promise<void> {
  const { id, personId } = row;
  if (personId === null) throw wantsPassword();
  await withProof(ctx, async () => {
    const checked = await checkProof(ctx, personId, consentOf(row), proof);
    await inTransaction(ctx, async (tx) => {
      await acceptProof(tx, checked);
      await noteProven(tx, id, { credential: checked.credential, evidence: checked.evidence });
    });
  });
}

/** The owner of an account by email has nothing else that could prove. */
async function byPassword(ctx: Ctx, row: StepUpRow, password: string): Promise<void> {
  const [user] = await ctx.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .innerJoin(sessions, and(eq(sessions.platformId, users.platformId), eq(sessions.kind, "email")))
    .where(and(eq(sessions.id, row.sessionId), eq(users.platformId, row.platformId)));
  if (!user || row.personId !== null) {
    throw new ApiError("proof_refused", "Confirm this with a wallet that you sign in with");
  }
  const scope = `step-up password ${row.platformId}`;
  const grant = await inTransaction(ctx, (tx) => take(tx, { ...PASSWORDS, scope }));
  if (grant.granted === 0) {
    const { retryAfterSeconds } = grant;
    throw new ApiError("too_many_requests", "Too many passwords were tried", { retryAfterSeconds });
  }
  if (!(await verifyPassword(password, user.passwordHash))) {
    throw new ApiError("proof_refused", "The password is wrong");
  }
  await inTransaction(ctx, (tx) =>
    noteProven(tx, row.id, { credential: { kind: "password" }, evidence: null }),
  );
}

async function noteProven(
  tx: Tx,
  id: string,
  proof: Pick<StepUpRow, "credential" | "evidence">,
): Promise<void> {
  const proven = await tx.db
    .update(stepUps)
    .set({ ...proof, provenAt: tx.now() })
    .where(and(eq(stepUps.id, id), isNull(stepUps.usedAt)))
    .returning({ id: stepUps.id });
  if (proven.length === 0) throw over();
}

function wantsPassword(): ApiError {
  return new ApiError("proof_refused", "Confirm this with the password of the account");
}

function over(): ApiError {
  return new ApiError("proof_refused", "This confirmation was used already, or its time is over");
}
