import { z } from "zod";
import { cookieFor } from "@/server/auth/hosts";
import { SignedIn, VerifyBody } from "@/server/auth/schema";
import { joinByWallet } from "@/server/auth/signing-in/join-by-wallet";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

const params = z.object({ token: z.string().describe("Token of the invitation.") });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "joinByWallet",
      summary: "Accept an invitation with a signed message of a wallet; the session is in the cookie",
      tags: ["Members"],
      auth: [],
      params,
      body: VerifyBody,
      status: 201,
      returns: SignedIn,
      errors: ["unauthorized", "not_found", "invitation_over", "account_disabled", "conflict", "unavailable"],
    },
    async ({ ctx, params, body, setCookie }) => {
      setCookie(cookieFor(ctx.config.urls, await joinByWallet(ctx, params.token, body)));
      return {};
    },
  ),
});
