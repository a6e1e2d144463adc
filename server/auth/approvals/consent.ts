import { eq } from "drizzle-orm";
import { platforms } from "@/db/schema";
import type { ApprovalRow } from "@/server/approvals/store";
import { wordsOf } from "@/server/approvals/words";
import type { Consent } from "@/server/auth/proofs/consent";
import { type Content, digestOf } from "@/server/auth/proofs/digest";
import type { Reads } from "@/server/context";

type Asked = Pick<
  ApprovalRow,
  "id" | "platformId" | "operation" | "change" | "input" | "askerId" | "askerRole" | "createdAt" | "expiresAt"
>;

/** The digest of all that an approver signs for. The ID of the approval is in it, so no content has it twice. */
export function digestOfApproval(row: Asked): ApprovalRow["digest"] {
  return digestOf({
    approval: row.id,
    account: row.platformId,
    operation: row.operation,
    change: row.change as Content,
    input: row.input as Content,
    asker: row.askerId,
    askerRole: row.askerRole,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  });
}

/** What an approver consents to. */
export async function consentTo({ db }: Pick<Reads, "db">, row: ApprovalRow): Promise<Consent> {
  const [account] = await db
    .select({ name: platforms.name })
    .from(platforms)
    .where(eq(platforms.id, row.platformId));
  if (!account) throw new Error("the account of an approval is missing");
  return {
    purpose: "approval",
    action: wordsOf(row.change),
    account: `${account.name} (${row.platformId})`,
    // Made of the row again: what is signed for is what would be run.
    digest: digestOfApproval(row) as Consent["digest"],
    expiresAt: row.expiresAt,
  };
}
