import { type ChainedRow, listChained } from "@/server/audit/list";
import type { Ctx } from "@/server/context";
import type { AuditRecord } from "@/server/dashboard/account/audit-schema";
import { describeEntries, isOwn } from "@/server/dashboard/account/read-audit-log";
import { signHead } from "@/server/dashboard/account/sign-head";
import { BYTE_ORDER_MARK, csvLine } from "@/server/lib/downloads/csv";
import { Download } from "@/server/lib/downloads/download";

/** Entries in memory at a time. */
const ROWS_AT_ONCE = 200;

interface Exported {
  record: AuditRecord;
  row: ChainedRow;
}

/**
 * The whole audit log of the caller's account as a CSV file, in the order of its chain. `stillAllowed` is asked before every
 * page; when it throws, the file breaks off.
 */
export function exportAuditLog(ctx: Ctx, stillAllowed: () => Promise<void>): Download {
  return new Download(`${nameOf(ctx)}.csv`, "text/csv; charset=utf-8", linesOf(ctx, stillAllowed));
}

/**
 * The same as JSON, with all that is needed to compute the chain again, and with its head, signed by this service
 * (docs/decisions/audit-log.md).
 */
export function exportAuditChain(ctx: Ctx, stillAllowed: () => Promise<void>): Download {
  return new Download(
    `${nameOf(ctx)}.json`,
    "application/json; charset=utf-8",
    documentOf(ctx, stillAllowed),
  );
}

function nameOf(ctx: Ctx): string {
  return `audit-log-${ctx.now().toISOString().slice(0, 10)}`;
}

async function* pagesOf(ctx: Ctx, stillAllowed: () => Promise<void>): AsyncGenerator<Exported[]> {
  let after = 0;
  for (;;) {
    await stillAllowed();
    const rows: ChainedRow[] = await listChained(ctx, { limit: ROWS_AT_ONCE, after });
    const records = await describeEntries(
      ctx,
      rows.map(({ entry }) => entry),
    );
    yield records.flatMap((record, index) => {
      const row = rows[index];
      return row ? [{ record, row }] : [];
    });
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return;
    after = last.link.position;
  }
}

async function* linesOf(ctx: Ctx, stillAllowed: () => Promise<void>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([title]) => title));
  for await (const page of pagesOf(ctx, stillAllowed)) {
    if (page.length > 0) yield page.map((one) => csvLine(COLUMNS.map(([, value]) => value(one)))).join("");
  }
}

const COLUMNS: readonly [title: string, value: (one: Exported) => string | null][] = [
  ["Position", ({ row }) => String(row.link.position)],
  ["Time", ({ record }) => record.at],
  ["Action", ({ record }) => record.action],
  ["Record", ({ record }) => record.subject],
  ["Done by", ({ record }) => record.actor.kind],
  ["Credential or wallet", ({ record }) => record.actor.label],
  ["Credential ID", ({ row }) => (isOwn(row.entry) ? row.entry.credentialId : null)],
  ["Person", ({ record }) => record.actor.personId],
  ["Role", ({ record }) => record.actor.role],
  ["IP address", ({ record }) => record.ip],
  ["Page", ({ record }) => record.origin],
  ["Call", ({ record }) => record.requestId],
  ["Details", ({ record }) => JSON.stringify(record.details)],
  ["Before", ({ record }) => record.before && JSON.stringify(record.before)],
  ["After", ({ record }) => record.after && JSON.stringify(record.after)],
  ["Approval", ({ record }) => record.approvalId],
  ["Entry ID", ({ record }) => record.id],
  ["Hash", ({ row }) => row.link.hash],
];

async function* documentOf(ctx: Ctx, stillAllowed: () => Promise<void>): AsyncGenerator<string> {
  const { platformId } = ctx.caller;
  const madeAt = ctx.now().toISOString();
  yield `{"platformId":${JSON.stringify(platformId)},"madeAt":${JSON.stringify(madeAt)},"entries":[`;
  let last: ChainedRow["link"] | null = null;
  for await (const page of pagesOf(ctx, stillAllowed)) {
    if (page.length > 0) yield `${last ? "," : ""}\n${page.map(entryText).join(",\n")}`;
    last = page.at(-1)?.row.link ?? last;
  }
  const head = last && (await signHead(ctx, { platformId, position: last.position, hash: last.hash }));
  yield `\n],"head":${JSON.stringify(head)}}\n`;
}

function entryText({ record, row: { entry, link } }: Exported): string {
  const { position, hash, content, salt } = link;
  // The salt opens what the hash holds of the caller: of a partner it stays closed.
  const own = isOwn(entry) ? { credentialId: entry.credentialId, salt } : {};
  return JSON.stringify({ position, hash, content, ...own, ...record });
}
