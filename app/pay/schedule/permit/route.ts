import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { pagePost } from "@/server/http/pages/page-post";
import { readPermitOnPage } from "@/server/recurring-payouts/page/permit-on-page";

const Body = z.strictObject({ token: z.string().max(100) });

/** What is to be signed, as the API told it when the schedule was created, with the approvals that are missing now. */
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: pagePost(Body, async (given, { ctx }) => {
    return readPermitOnPage(ctx, given.token);
  }),
});
