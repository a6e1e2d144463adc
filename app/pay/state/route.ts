import { z } from "zod";
import { payerPageCaller } from "@/server/auth/callers";
import { app } from "@/server/boot";
import { endpoint } from "@/server/http/endpoint";
import { validationError } from "@/server/http/error-body";
import { handlerOf } from "@/server/http/handler";
import { admitVisitor } from "@/server/http/limits/visitor";
import { pageAnswer } from "@/server/http/pages/page-answer";
import { readJsonBody } from "@/server/http/read-body";
import { readPageState } from "@/server/secure-payments/page/page-state";

const Body = z.strictObject({ token: z.string().max(100), wallet: z.string().max(100).optional() });

/** Where a link is, for the page that is open on it: after connecting, and as time goes by. */
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: handlerOf((request, _segments, peer) =>
    pageAnswer(async () => {
      const current = app();
      await admitVisitor(current, "pay", request, peer);
      const parsed = Body.safeParse((await readJsonBody(request)).json);
      if (!parsed.success) throw validationError(parsed.error.issues);
      const { token, wallet } = parsed.data;
      const ctx = current.context(payerPageCaller({ origin: null, ip: peer ?? null }));
      return readPageState(ctx, token, wallet === undefined ? {} : { wallet });
    }),
  ),
});
