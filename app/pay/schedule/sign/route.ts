import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { pagePost } from "@/server/http/pages/page-post";
import { activateOnPage } from "@/server/recurring-payouts/creating/activate";

const Body = z.strictObject({ token: z.string().max(100), signature: z.string().max(20_000) });

/** Hands in what the payer has signed on the page. Anybody may: it has to be the payer's own signature. */
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: pagePost(Body, async (given, { ctx }) => {
    const { status } = await activateOnPage(ctx, given.token, given.signature);
    return { status };
  }),
});
