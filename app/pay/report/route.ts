import { z } from "zod";
import { app } from "@/server/boot";
import { endpoint } from "@/server/http/endpoint";
import { validationError } from "@/server/http/error-body";
import { handlerOf } from "@/server/http/handler";
import { admitVisitor } from "@/server/http/limits/visitor";
import { pageAnswer } from "@/server/http/pages/page-answer";
import { readJsonBody } from "@/server/http/read-body";
import { shownToken } from "@/server/request-log/path";

const Text = z.string().transform((text) => text.slice(0, 200));
const Body = z.object({ token: Text, field: Text, expected: Text, got: Text });

/**
 * A page tells that it refused to hand a transaction to a wallet because it was not what the payer was shown
 * (PP-01). Either our API was tampered with on the way, or the teller makes it up: somebody has to look.
 */
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: handlerOf((request, _segments, peer) =>
    pageAnswer(async () => {
      const current = app();
      await admitVisitor(current, "pay", request, peer);
      const parsed = Body.safeParse((await readJsonBody(request)).json);
      if (!parsed.success) throw validationError(parsed.error.issues);
      const { token, ...refused } = parsed.data;
      current.log.error(
        { refused: { ...refused, token: shownToken(token) } },
        "a payer page refused calldata",
      );
      return { received: true };
    }),
  ),
});
