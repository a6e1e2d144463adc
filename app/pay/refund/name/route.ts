import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { pagePost } from "@/server/http/pages/page-post";
import { nameRefundAddress } from "@/server/requests/refunds/links/name-address";

const Body = z.strictObject({ token: z.string().max(100), receiver: z.string().max(100) });

/** Names the address that money goes back to, once; the token of the link is the credential. */
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: pagePost(Body, ({ token, receiver }, { ctx }) => nameRefundAddress(ctx, token, { receiver })),
});
