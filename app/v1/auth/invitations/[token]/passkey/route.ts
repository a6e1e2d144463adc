import { z } from "zod";
import { cookieFor } from "@/server/auth/hosts";
import { NewPasskeyBody } from "@/server/auth/passkeys/schema";
import { SignedIn } from "@/server/auth/schema";
import { joinByPasskey } from "@/server/auth/signing-in/join-by-passkey";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

const params = z.object({ token: z.string().describe("Token of the invitation.") });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "joinByPasskey",
      summary: "Accept an invitation with a new passkey, as a new person; the session is in the cookie",
      tags: ["Members"],
      auth: [],
      params,
      body: NewPasskeyBody,
      status: 201,
      returns: SignedIn,
      errors: ["not_found", "invitation_over", "account_disabled", "conflict", "passkeys_unavailable"],
    },
    async ({ ctx, params, body, setCookie }) => {
      setCookie(cookieFor(ctx.config.urls, await joinByPasskey(ctx, params.token, body)));
      return {};
    },
  ),
});
