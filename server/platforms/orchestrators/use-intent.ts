import { and, eq, isNull } from "drizzle-orm";
import { orchestratorLinkIntents, orchestrators, platforms } from "@/db/schema";
import type { Reads, Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { hashSecret } from "@/server/lib/ids";
import { type IntentRow, intentState } from "@/server/platforms/orchestrators/intents";

/** An intent and whose it is. */
export interface InvitingIntent {
  intent: IntentRow;
  partner: string;
  ownerPlatformId: string;
}

/** Where an intent and its orchestrator stand; null for a token that is nobody's, or of one that was
 * switched off, itself or with its account. */
export async function findIntent({ db }: Pick<Reads, "db">, token: string): Promise<InvitingIntent | null> {
  const [row] = await intentsWith(db, token);
  return row ?? null;
}

/** As `findIntent`, open, and locked until the transaction ends. Throws 404 and 403 in the words of ER-06. */
export async function lockOpenIntent(tx: Pick<Tx, "db" | "now">, token: string): Promise<InvitingIntent> {
  const [row] = await intentsWith(tx.db, token).for("update", { of: orchestratorLinkIntents });
  return requireOpen(row ?? null, tx.now());
}

/** Throws 404 for no intent, 403 for one that was used or is over (ER-06). */
export function requireOpen(found: InvitingIntent | null, now: Date): InvitingIntent {
  if (!found) {
    throw new ApiError("link_intent_not_found", "Link intent not found", {
      details: { code: "LINK_INTENT_NOT_FOUND" },
    });
  }
  const state = intentState(found.intent, now);
  if (state === "used") {
    throw new ApiError("link_intent_used", "This link was used already", {
      details: { code: "LINK_INTENT_USED" },
    });
  }
  if (state === "expired") {
    throw new ApiError("link_intent_expired", "This link has expired", {
      details: { code: "LINK_INTENT_EXPIRED" },
    });
  }
  return found;
}

/** Writes down that an intent is used; whoever else has it waits for this commit and then finds it used. */
export async function markUsed(tx: Pick<Tx, "db" | "now">, id: string): Promise<void> {
  await tx.db
    .update(orchestratorLinkIntents)
    .set({ usedAt: tx.now() })
    .where(eq(orchestratorLinkIntents.id, id));
}

function intentsWith(db: Reads["db"], token: string) {
  return db
    .select({
      intent: orchestratorLinkIntents,
      partner: orchestrators.name,
      ownerPlatformId: orchestrators.ownerPlatformId,
    })
    .from(orchestratorLinkIntents)
    .innerJoin(orchestrators, eq(orchestrators.id, orchestratorLinkIntents.orchestratorId))
    .innerJoin(platforms, eq(platforms.id, orchestrators.ownerPlatformId))
    .where(
      and(
        eq(orchestratorLinkIntents.tokenHash, hashSecret(token)),
        eq(orchestrators.status, "active"),
        isNull(platforms.disabledAt),
      ),
    );
}
