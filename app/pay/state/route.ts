import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { pagePost } from "@/server/http/pages/page-post";
import { readPageState } from "@/server/secure-payments/page/page-state";

const Body = z.strictObject({ token: z.string().max(100), wallet: z.string().max(100).optional() });

/** Where a link is, for the page that is open on it: after connecting, and as time goes by. */
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: pagePost(Body, async ({ token, wallet }, { ctx }) => {
    return readPageState(ctx, token, wallet === undefined ? {} : { wallet });
  }),
});
