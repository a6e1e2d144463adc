import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { pagePost } from "@/server/http/pages/page-post";
import { readSchedulePage } from "@/server/recurring-payouts/page/page-state";

const Body = z.strictObject({ token: z.string().max(100) });

/** Where a schedule is, for the page that is open on it. */
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: pagePost(Body, async (given, { ctx }) => {
    return readSchedulePage(ctx, given.token);
  }),
});
