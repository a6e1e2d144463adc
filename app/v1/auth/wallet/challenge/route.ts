import { ChallengeBody, ChallengeCreated } from "@/server/auth/schema";
import { createChallenge } from "@/server/auth/signing-in/create-challenge";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "createWalletChallenge",
      summary: "Get the message a wallet signs to sign in",
      tags: ["Authentication"],
      auth: [],
      body: ChallengeBody,
      status: 201,
      returns: ChallengeCreated,
      errors: [],
    },
    ({ ctx, body }) => createChallenge(ctx, body),
  ),
});
