import type { z } from "zod";
import { payerPageCaller } from "@/server/auth/callers";
import { type App, app } from "@/server/boot";
import type { Ctx } from "@/server/context";
import { validationError } from "@/server/http/error-body";
import { type Handler, handlerOf } from "@/server/http/handler";
import { admitVisitor } from "@/server/http/limits/visitor";
import { pageAnswer } from "@/server/http/pages/page-answer";
import { readJsonBody } from "@/server/http/read-body";

/** What the answer is made with. */
interface Asked {
  current: App;
  /** For somebody who has nothing but what a payer's page was opened with. */
  ctx: Ctx;
  /** The address at the other end; null where the door does not know it. */
  ip: string | null;
}

/**
 * What a page of ours asks for with a JSON body, as anybody may who can open the page. Refuses foreign pages (403), too
 * many questions (429) and another body than `schema` describes (400); `work` answers the rest.
 */
export function pagePost<Body>(
  schema: z.ZodType<Body>,
  work: (body: Body, asked: Asked) => Promise<unknown>,
): Handler {
  return handlerOf((request, _segments, peer) =>
    pageAnswer(async () => {
      const current = app();
      await admitVisitor(current, "pay", request, peer);
      const parsed = schema.safeParse((await readJsonBody(request)).json);
      if (!parsed.success) throw validationError(parsed.error.issues);
      const ip = peer ?? null;
      return work(parsed.data, { current, ctx: current.context(payerPageCaller({ origin: null, ip })), ip });
    }),
  );
}
