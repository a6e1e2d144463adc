import { ChallengeBody, ChallengeCreated } from "@/server/auth/schema";
import { askToAddWallet } from "@/server/auth/wallets/own-wallets";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "askToAddWallet",
      summary: "Get the message that another wallet signs to be added",
      tags: ["Authentication"],
      auth: ["session"],
      body: ChallengeBody,
      status: 201,
      returns: ChallengeCreated,
      errors: [],
    },
    ({ ctx, body }) => askToAddWallet(ctx, body),
  ),
});
