import { ChallengeBody } from "@/server/auth/schema";
import { createChallenge } from "@/server/auth/signing-in/create-challenge";
import { endpoint } from "@/server/http/endpoint";
import { pagePost } from "@/server/http/pages/page-post";

/** The message by which a payer proves to own a wallet, to see its schedules. It signs in to nothing. */
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: pagePost(ChallengeBody, async (given, { ctx }) => {
    return createChallenge(ctx, given, "seeSchedules");
  }),
});
