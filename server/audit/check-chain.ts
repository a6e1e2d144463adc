import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, gt, isNull, min } from "drizzle-orm";
import { z } from "zod";
import { auditChain, auditLog } from "@/db/schema";
import type { Reads } from "@/server/context";

/** The newest entry of an account's chain: kept elsewhere, it shows later whether the chain was cut off or replaced. */
export const ChainHead = z.object({
  platformId: z.string(),
  position: z.number().int().positive(),
  hash: z.string().regex(/^0x[0-9a-f]{64}$/),
});
export type ChainHead = z.infer<typeof ChainHead>;

/**
 * What is wrong at the first broken place of a chain.
 * - `place_missing`: no entry has this position, or another one than the next comes first.
 * - `hash_differs`: the hash does not follow from the one before and from what the entry said.
 * - `entry_missing`: the entry was removed from the log.
 * - `entry_altered`: the entry does not say what it said when it was written.
 * - `entry_unchained`: the entry stands in the log and has no place in the chain.
 * - `head_missing`: the chain does not contain a head that was kept of it: it was cut off or replaced.
 */
export type ChainProblem =
  | "place_missing"
  | "hash_differs"
  | "entry_missing"
  | "entry_altered"
  | "entry_unchained"
  | "head_missing";

export interface ChainDifference {
  platformId: string;
  problem: ChainProblem;
  /** Null for an entry without a place. */
  position: number | null;
  entryId: string | null;
}

export interface ChainReport {
  accounts: number;
  entries: number;
  heads: ChainHead[];
  differences: ChainDifference[];
}

type LogRow = typeof auditLog.$inferSelect;
type LinkRow = typeof auditChain.$inferSelect;

export const ZERO_HASH = `0x${"00".repeat(32)}`;
const ROWS_AT_ONCE = 500;

/**
 * Reads the audit log of every account against its chain and says where each chain breaks first. `kept` are heads of
 * earlier checks, each of which has to be part of its chain.
 */
export async function checkChains(
  ctx: Pick<Reads, "db">,
  kept: readonly ChainHead[] = [],
): Promise<ChainReport> {
  const report: ChainReport = { accounts: 0, entries: 0, heads: [], differences: [] };
  const chained = await ctx.db.selectDistinct({ platformId: auditChain.platformId }).from(auditChain);
  const accounts = new Set([...chained, ...kept].map(({ platformId }) => platformId));
  report.accounts = accounts.size;
  for (const platformId of [...accounts].sort()) {
    const { entries, head, difference } = await checkChain(ctx, platformId);
    report.entries += entries;
    if (head) report.heads.push(head);
    if (difference) report.differences.push(difference);
  }
  for (const head of kept) {
    if (await isPart(ctx, head)) continue;
    const { platformId, position } = head;
    report.differences.push({ platformId, problem: "head_missing", position, entryId: null });
  }
  report.differences.push(...(await unchained(ctx)));
  return report;
}

/** One chain from its beginning to its end or to the first place that is broken. */
async function checkChain(
  { db }: Pick<Reads, "db">,
  platformId: string,
): Promise<{ entries: number; head: ChainHead | null; difference: ChainDifference | null }> {
  let entries = 0;
  let head: ChainHead | null = null;
  for (;;) {
    const last: number = head?.position ?? 0;
    const rows = await db
      .select({ link: auditChain, entry: auditLog })
      .from(auditChain)
      .leftJoin(auditLog, eq(auditLog.id, auditChain.entryId))
      .where(and(eq(auditChain.platformId, platformId), gt(auditChain.position, last)))
      .orderBy(asc(auditChain.position))
      .limit(ROWS_AT_ONCE);
    for (const { link, entry } of rows) {
      const problem = problemOf(link, entry, head);
      if (problem) {
        const { position, entryId } = link;
        return { entries, head, difference: { platformId, problem, position, entryId } };
      }
      entries++;
      head = { platformId, position: link.position, hash: link.hash };
    }
    if (rows.length < ROWS_AT_ONCE) return { entries, head, difference: null };
  }
}

function problemOf(link: LinkRow, entry: LogRow | null, last: ChainHead | null): ChainProblem | null {
  if (link.position !== (last?.position ?? 0) + 1) return "place_missing";
  if (nextHash(last?.hash ?? ZERO_HASH, link.content) !== link.hash) return "hash_differs";
  if (!entry) return "entry_missing";
  return isWhatItSaid(link, entry) ? null : "entry_altered";
}

/** The hash of a place: SHA-256 of the hash before, as bytes, and of what the entry says, in UTF-8. */
export function nextHash(last: string, content: string): string {
  const bytes = Buffer.from(last.slice(2), "hex");
  return `0x${createHash("sha256").update(bytes).update(content, "utf8").digest("hex")}`;
}

/** What is said of the caller of an entry, as it is hashed. */
export function callerDigest(salt: string, entry: LogRow): string {
  const { actorKind, actorPlatformId, credentialId, personId, role, ip, origin, requestId } = entry;
  const said = [actorKind, actorPlatformId, credentialId, personId, role, ip, origin, requestId];
  // As PostgreSQL writes an array of JSON.
  const text = `[${said.map((value) => JSON.stringify(value)).join(", ")}]`;
  return createHash("sha256")
    .update(Buffer.from(salt.slice(2), "hex"))
    .update(text, "utf8")
    .digest("hex");
}

function isWhatItSaid({ content, platformId, salt }: LinkRow, entry: LogRow): boolean {
  const { at, ...said }: Record<string, unknown> = JSON.parse(content);
  const { id, action, subject, details, before, after, approvalId } = entry;
  const says = { id, action, subject, details, before, after, approvalId, platformId: entry.platformId };
  return (
    entry.platformId === platformId &&
    typeof at === "string" &&
    new Date(at).getTime() === entry.at.getTime() &&
    isDeepStrictEqual(said, { ...says, caller: callerDigest(salt, entry) })
  );
}

async function isPart(
  { db }: Pick<Reads, "db">,
  { platformId, position, hash }: ChainHead,
): Promise<boolean> {
  const [row] = await db
    .select({ hash: auditChain.hash })
    .from(auditChain)
    .where(and(eq(auditChain.platformId, platformId), eq(auditChain.position, position)));
  return row?.hash === hash;
}

/** Entries that no chain has, the oldest of each account. */
async function unchained({ db }: Pick<Reads, "db">): Promise<ChainDifference[]> {
  const rows = await db
    .select({ platformId: auditLog.platformId, entryId: min(auditLog.id) })
    .from(auditLog)
    .leftJoin(auditChain, eq(auditChain.entryId, auditLog.id))
    .where(isNull(auditChain.entryId))
    .groupBy(auditLog.platformId)
    .orderBy(asc(auditLog.platformId));
  return rows.map((row) => ({ ...row, problem: "entry_unchained", position: null }));
}
