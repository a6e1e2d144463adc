import { eq } from "drizzle-orm";
import type { KeyScope } from "@/db/key-scopes";
import { orchestratorKeys, orchestrators, platforms } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { rememberAnswer } from "@/server/lib/idempotency";
import { newId } from "@/server/lib/ids";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";
import type { StoredLimit } from "@/server/platforms/key-bounds/daily-limit";
import { type StoredMaker, storedMaker } from "@/server/platforms/key-bounds/maker";
import { newSecretKey } from "@/server/platforms/new-secret-key";
import { describeKey, describeOrchestrator } from "@/server/platforms/orchestrators/describe";
import type { CreateOrchestratorBody, OrchestratorCreated } from "@/server/platforms/orchestrators/schema";

const FIRST_KEY = "First key";
/** Orchestrators of one account. */
const MAX_PER_ACCOUNT = 20;

interface NewOrchestrator {
  ownerPlatformId: string;
  name: string;
  contactEmail: string;
  linksDirectly: boolean;
}

/** Stores an orchestrator with its first key, which is shown here and never again (OR-01). The facts are checked. */
export async function createOrchestrator(
  tx: Pick<Tx, "db" | "now">,
  { makerId = null, ...facts }: NewOrchestrator & { makerId?: string | null },
) {
  const now = tx.now();
  const [orchestrator] = await tx.db
    .insert(orchestrators)
    .values({ id: newId(now), ...facts, createdAt: now })
    .returning();
  if (!orchestrator) throw new Error("a stored orchestrator is missing");
  const { row, value } = await createOrchestratorKey(tx, {
    orchestratorId: orchestrator.id,
    label: FIRST_KEY,
    makerId,
  });
  return { orchestrator, key: row, rawKey: value };
}

/** Stores a key of an orchestrator; `value` is shown once. */
export async function createOrchestratorKey(
  tx: Pick<Tx, "db" | "now">,
  facts: {
    orchestratorId: string;
    label: string;
    expiresAt?: Date | null;
    scopes?: KeyScope[] | null;
    allowedNetworks?: string[] | null;
    firstKeyId?: string | null;
  } & Partial<StoredLimit & StoredMaker>,
) {
  const now = tx.now();
  const { value, prefix, last4, hash } = newSecretKey("orc_");
  const [row] = await tx.db
    .insert(orchestratorKeys)
    .values({ id: newId(now), ...facts, prefix, last4, hash, createdAt: now })
    .returning();
  if (!row) throw new Error("a stored orchestrator key is missing");
  return { row, value };
}

/**
 * Makes an account an orchestrator, at its owner's own wish (OR-03). Where only the operator makes partners (OR-02) it
 * throws 403. One made in this way links client IDs of others by hosted onboarding only, except on a local profile.
 */
export async function registerOrchestrator(
  ctx: Ctx,
  body: CreateOrchestratorBody,
): Promise<OrchestratorCreated> {
  if (!ctx.config.isOrchestratorRegistrationOpen) {
    throw new ApiError("forbidden", "Orchestrators are made by the operator of this service");
  }
  const answer = await inTransaction(ctx, async (tx) => {
    const made = await provision(tx, {
      ownerPlatformId: tx.caller.platformId,
      name: body.orchestratorName,
      contactEmail: body.orchestratorContactEmail,
      linksDirectly: ctx.config.profile === "local",
      makerId: (await storedMaker(tx)).makerId,
    });
    await rememberAnswer(tx, made);
    return made;
  });
  return answer;
}

/** What the operator does for a partner (OR-02). Throws 404 without the account, 400 where it has too many. */
export async function provisionOrchestrator(
  tx: Tx,
  facts: Omit<NewOrchestrator, "linksDirectly">,
): Promise<OrchestratorCreated> {
  const { ownerPlatformId } = facts;
  const owners = await tx.db.$count(platforms, eq(platforms.id, ownerPlatformId));
  if (owners === 0) throw new ApiError("not_found", `There is no platform ${ownerPlatformId}`);
  return provision(tx, { ...facts, linksDirectly: true });
}

async function provision(
  tx: Tx,
  facts: NewOrchestrator & { makerId?: string | null },
): Promise<OrchestratorCreated> {
  const { ownerPlatformId } = facts;
  // Two calls must not both find the last place free.
  await tx.db
    .select({ id: platforms.id })
    .from(platforms)
    .where(eq(platforms.id, ownerPlatformId))
    .for("no key update");
  const owned = await tx.db.$count(orchestrators, eq(orchestrators.ownerPlatformId, ownerPlatformId));
  if (owned >= MAX_PER_ACCOUNT) {
    throw invalidField("orchestratorName", `An account can have at most ${MAX_PER_ACCOUNT} orchestrators`);
  }
  const { orchestrator, key, rawKey } = await createOrchestrator(tx, facts);
  const { name, contactEmail, linksDirectly } = facts;
  await recordAudit(tx, {
    action: "orchestrator.created",
    subject: orchestrator.id,
    platformId: ownerPlatformId,
    details: { name, contactEmail, linksDirectly, key: key.id, last4: key.last4 },
  });
  announceCredentialChange(tx);
  return { orchestrator: describeOrchestrator(orchestrator), key: describeKey(key, tx.now()), rawKey };
}
