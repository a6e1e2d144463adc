import { eq } from "drizzle-orm";
import type { KeyScope } from "@/db/key-scopes";
import { orchestratorKeys, orchestrators, platforms } from "@/db/schema";
import type { ApprovalInput } from "@/server/approvals/require-approval";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { rememberAnswer } from "@/server/lib/idempotency";
import { newId } from "@/server/lib/ids";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";
import { type KeyFacts, requireKeyApproval } from "@/server/platforms/credential-approval";
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
  tx: Pick<Tx, "db" | "now" | "caller" | "approval">,
  { makerId = null, ...facts }: NewOrchestrator & { makerId?: string | null },
  asked: AskedOrchestratorKey | null = null,
) {
  const now = tx.now();
  const [orchestrator] = await tx.db
    .insert(orchestrators)
    .values({ id: newId(now), ...facts, createdAt: now })
    .returning();
  if (!orchestrator) throw new Error("a stored orchestrator is missing");
  const { row, value } = await createOrchestratorKey(
    tx,
    {
      orchestratorId: orchestrator.id,
      label: FIRST_KEY,
      makerId,
    },
    facts.ownerPlatformId,
    asked,
  );
  return { orchestrator, key: row, rawKey: value };
}

/** With what a new key of an orchestrator can be asked for again, and which key it takes the place of. */
interface AskedOrchestratorKey {
  input: ApprovalInput;
  replaces?: KeyFacts & { id: string };
}

/** Stores a key of an orchestrator of an account; `value` is shown once. Every way to a new one passes here. */
export async function createOrchestratorKey(
  tx: Pick<Tx, "db" | "now" | "caller" | "approval">,
  facts: {
    orchestratorId: string;
    label: string;
    expiresAt?: Date | null;
    scopes?: KeyScope[] | null;
    allowedNetworks?: string[] | null;
    firstKeyId?: string | null;
  } & Partial<StoredLimit & StoredMaker>,
  platformId: string,
  asked: AskedOrchestratorKey | null,
) {
  const { input = null, replaces } = asked ?? {};
  const change = replaces ? { subject: replaces.id, before: replaces, after: replaces } : { after: facts };
  await requireKeyApproval(tx, platformId, change, input);
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
    const made = await provision(
      tx,
      {
        ownerPlatformId: tx.caller.platformId,
        name: body.orchestratorName,
        contactEmail: body.orchestratorContactEmail,
        linksDirectly: ctx.config.profile === "local",
        makerId: (await storedMaker(tx)).makerId,
      },
      { input: { verb: "orchestrator.create", params: { body } } },
    );
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
  return provision(tx, { ...facts, linksDirectly: true }, null);
}

async function provision(
  tx: Tx,
  facts: NewOrchestrator & { makerId?: string | null },
  asked: AskedOrchestratorKey | null,
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
  const { orchestrator, key, rawKey } = await createOrchestrator(tx, facts, asked);
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
