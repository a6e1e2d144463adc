import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { ledgerExports } from "@/db/schema";
import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { type Tally, writeBooks } from "@/server/ledger/exports/export";
import { ExportQuery } from "@/server/ledger/exports/schema";
import { Download } from "@/server/lib/downloads/download";

/**
 * A file of the history once more, to the byte. It is made again with what it was made with then, and read once before anything is
 * sent, so that another file is never given for it. Throws 404, and 409 with the reason where it cannot be made again.
 */
export async function repeatExport(
  ctx: Ctx,
  id: string,
  stillAllowed: () => Promise<void>,
): Promise<Download> {
  const [row] = await ctx.db
    .select()
    .from(ledgerExports)
    .where(and(eq(ledgerExports.id, id), eq(ledgerExports.platformId, ctx.caller.platformId)));
  if (!row) throw new ApiError("not_found", "No such export");
  const { inputs, sha256 } = row;
  if (sha256 === null) {
    throw new ApiError(
      "conflict",
      "Not all of this file was sent, so its end is not known: download a new one",
    );
  }
  const query = ExportQuery.parse(row.query);
  const made = async () => {
    const tally: Tally = { rows: 0 };
    const download = await writeBooks(ctx, query, inputs, { stillAllowed, tally });
    return { tally, download };
  };
  const { tally, download } = await made();
  if ((await hashOf(download)) !== sha256) {
    throw new ApiError("conflict", whyOther(tally.rows, row.rows ?? 0));
  }
  const again = await made();
  return new Download(row.fileName, again.download.contentType, checked(again.download, sha256));
}

function whyOther(now: number, then: number): string {
  const reason =
    now === then
      ? "what it says of its entries has changed since: their worth, their reference, or whether their block is final"
      : `its time had ${then} entries then and has ${now} now: it was not closed`;
  return `The same file cannot be made again, because ${reason}. Download a new one`;
}

async function hashOf({ chunks }: Download): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of chunks) hash.update(chunk);
  return `0x${hash.digest("hex")}`;
}

/** Ends the file abnormally where something has changed between the two readings. */
async function* checked({ chunks }: Download, sha256: string): AsyncGenerator<string | Uint8Array> {
  const hash = createHash("sha256");
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  if (`0x${hash.digest("hex")}` !== sha256)
    throw new Error("the books have changed while a file was made again");
}
