import type { z } from "zod";
import { payerPageCaller } from "@/server/auth/callers";
import { app } from "@/server/boot";
import type { Ctx } from "@/server/context";
import { validationError } from "@/server/http/error-body";
import { type Handler, handlerOf } from "@/server/http/handler";
import { admitVisitor } from "@/server/http/limits/visitor";
import { pageAnswer, pageHeaders } from "@/server/http/pages/page-answer";
import type { Answer } from "@/server/http/respond";
import type { Download } from "@/server/lib/downloads/download";

/**
 * A file that a link on a page of ours leads to, as anybody gets it who can open the page; it needs no script. Refuses too many of them (429)
 * and another query than `schema` describes (400); `work` makes the file or throws.
 */
export function pageDownload<Query>(
  schema: z.ZodType<Query>,
  work: (query: Query, ctx: Ctx) => Promise<Download>,
): Handler {
  return handlerOf(async (request, _segments, peer) => {
    const made: { file?: Download } = {};
    const refused = await pageAnswer(async () => {
      const current = app();
      await admitVisitor(current, "pay", request, peer);
      const parsed = schema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
      if (!parsed.success) throw validationError(parsed.error.issues);
      made.file = await work(
        parsed.data,
        current.context(payerPageCaller({ origin: null, ip: peer ?? null })),
      );
    });
    return made.file ? fileForPage(made.file) : refused;
  });
}

function fileForPage({ fileName, contentType, chunks }: Download): Answer {
  const headers = {
    ...pageHeaders(contentType),
    // Names are ours: letters, digits, dots and dashes.
    "content-disposition": `attachment; filename="${fileName}"`,
  };
  return { status: 200, headers, body: chunks };
}
