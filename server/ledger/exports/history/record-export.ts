import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { ledgerExports } from "@/db/schema";
import { type Ctx, inTransaction } from "@/server/context";
import { type Tally, writeBooks } from "@/server/ledger/exports/export";
import { readInputs } from "@/server/ledger/exports/inputs";
import type { ExportQuery } from "@/server/ledger/exports/schema";
import { Download } from "@/server/lib/downloads/download";
import { newId } from "@/server/lib/ids";

/**
 * A file of the books, with its row in the history: what was asked for, by whom and when, and once all of it was sent its length and
 * hash. The rest of a file that was cut off is no file of its own and has no row. Throws as `exportBooks` does.
 */
export async function exportAndRecord(
  ctx: Ctx,
  query: ExportQuery,
  stillAllowed: () => Promise<void>,
): Promise<Download> {
  const inputs = await readInputs(ctx, query);
  const tally: Tally = { rows: 0 };
  const download = await writeBooks(ctx, query, inputs, { stillAllowed, tally });
  if (query.after !== undefined) return download;
  const id = newId(ctx.now());
  const { platformId, personId, credentialId } = ctx.caller;
  const { fileName } = download;
  await inTransaction(ctx, (tx) =>
    tx.db
      .insert(ledgerExports)
      .values({ id, platformId, startedAt: tx.now(), query, inputs, fileName, personId, credentialId }),
  );
  return new Download(fileName, download.contentType, recorded(ctx, id, { chunks: download.chunks, tally }));
}

async function* recorded(
  ctx: Ctx,
  id: string,
  { chunks, tally }: Pick<Download, "chunks"> & { tally: Tally },
): AsyncGenerator<string | Uint8Array> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of chunks) {
    hash.update(chunk);
    bytes += Buffer.byteLength(chunk);
    yield chunk;
  }
  // Whoever hung up before has no whole file, and does not get here.
  const sha256 = `0x${hash.digest("hex")}`;
  await inTransaction(ctx, (tx) =>
    tx.db
      .update(ledgerExports)
      .set({ finishedAt: tx.now(), rows: tally.rows, bytes, sha256 })
      .where(eq(ledgerExports.id, id)),
  );
}
