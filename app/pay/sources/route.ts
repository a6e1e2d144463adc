import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { pagePost } from "@/server/http/pages/page-post";
import { readPageSources } from "@/server/secure-payments/page/page-sources";

const Body = z.strictObject({ token: z.string().max(100), wallet: z.string().max(100) });

/** From where else a connected wallet could pay, for the page that is open on a link. */
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: pagePost(Body, async ({ token, wallet }, { ctx }) => readPageSources(ctx, token, wallet)),
});
