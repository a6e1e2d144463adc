import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Role } from "@/db/roles";
import { memberships } from "@/db/schema";
import type { ApprovalRow } from "@/server/approvals/store";
import { wordsOf } from "@/server/approvals/words";
import { canDecide, type Viewer } from "@/server/auth/approvals/may-decide";
import type { Approval } from "@/server/auth/approvals/schema";
import { waysIn } from "@/server/auth/members/members";
import type { ProofCredential, ProofEvidence } from "@/server/auth/proofs/verify-proof";
import type { Reads } from "@/server/context";

/** What is stored of the signature of an approver. */
export type StoredProof = { credential: ProofCredential } & ProofEvidence;

/** Approvals as a member sees them. */
export async function describeApprovals(
  ctx: Pick<Reads, "db" | "now">,
  rows: readonly ApprovalRow[],
  viewer: Viewer,
): Promise<Approval[]> {
  const [platformId] = rows.map((row) => row.platformId);
  if (platformId === undefined) return [];
  const people = [...new Set(rows.flatMap(({ askerId, deciderId }) => [askerId, deciderId ?? []].flat()))];
  const [ways, roles] = await Promise.all([waysIn(ctx, people), rolesOf(ctx, platformId, people)]);
  const person = (id: string) => ({ ...ways(id), role: roles.get(id) ?? null });
  return rows.map((row) => {
    const isYours = row.askerId === viewer.personId;
    return {
      id: row.id,
      state: row.state,
      operation: row.operation,
      change: row.change,
      words: wordsOf(row.change),
      digest: row.digest,
      asker: person(row.askerId),
      askedFrom: (row.asked as { ip: string | null }).ip,
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
      decider: row.deciderId === null ? null : person(row.deciderId),
      decidedAt: row.decidedAt?.toISOString() ?? null,
      reason: row.reason,
      proof: row.proof as StoredProof | null,
      isYours,
      canDecide: canDecide(row, viewer, ctx.now()),
      hasAnswer: isYours && row.answer !== null,
    };
  });
}

async function rolesOf(
  { db }: Pick<Reads, "db">,
  platformId: string,
  people: readonly string[],
): Promise<Map<string, Role>> {
  const rows = await db
    .select({ personId: memberships.personId, role: memberships.role })
    .from(memberships)
    .where(
      and(
        eq(memberships.platformId, platformId),
        inArray(memberships.personId, [...people]),
        isNull(memberships.endedAt),
      ),
    );
  return new Map(rows.map(({ personId, role }) => [personId, role]));
}
