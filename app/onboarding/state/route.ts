import { z } from "zod";
import { publicCaller } from "@/server/auth/callers";
import { readOnboarding } from "@/server/dashboard/onboarding/read-onboarding";
import { endpoint } from "@/server/http/endpoint";
import { pagePost } from "@/server/http/pages/page-post";

const Body = z.strictObject({ token: z.string().max(200) });

/** What stands behind an onboarding's URL now, for the page that is open on it. */
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: pagePost(Body, async (given, { current, ip }) => {
    return readOnboarding(current.context(publicCaller(ip ?? "")), given.token);
  }),
});
