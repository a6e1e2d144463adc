import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { pagePost } from "@/server/http/pages/page-post";
import { shownToken } from "@/server/request-log/path";

const Text = z.string().transform((text) => text.slice(0, 200));
const Body = z.object({ token: Text, field: Text, expected: Text, got: Text });

/**
 * A page tells that it refused to hand a transaction to a wallet because it was not what the payer was shown
 * (PP-01). Either our API was tampered with on the way, or the teller makes it up: somebody has to look.
 */
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: pagePost(Body, async ({ token, ...refused }, { current }) => {
    current.log.error({ refused: { ...refused, token: shownToken(token) } }, "a payer page refused calldata");
    return { received: true };
  }),
});
