import { cookieFor } from "@/server/auth/hosts";
import { SignedIn, VerifyBody } from "@/server/auth/schema";
import { verifyChallenge } from "@/server/auth/signing-in/verify-challenge";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "verifyWalletChallenge",
      summary: "Sign in with a signed message; the session is in the cookie",
      tags: ["Authentication"],
      auth: [],
      body: VerifyBody,
      status: 200,
      returns: SignedIn,
      errors: ["unauthorized", "forbidden", "registration_closed", "account_disabled"],
    },
    async ({ ctx, body, setCookie }) => {
      setCookie(cookieFor(ctx.config.urls, await verifyChallenge(ctx, body)));
      return {};
    },
  ),
});
