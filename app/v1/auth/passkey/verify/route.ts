import { cookieFor } from "@/server/auth/hosts";
import { PasskeySignIn } from "@/server/auth/passkeys/schema";
import { SignedIn } from "@/server/auth/schema";
import { signInByPasskey } from "@/server/auth/signing-in/sign-in-by-passkey";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "verifyPasskey",
      summary: "Sign in with a passkey; the session is in the cookie",
      tags: ["Authentication"],
      auth: [],
      body: PasskeySignIn,
      status: 200,
      returns: SignedIn,
      errors: ["unauthorized", "forbidden", "account_disabled", "passkeys_unavailable"],
    },
    async ({ ctx, body, setCookie }) => {
      setCookie(cookieFor(ctx.config.urls, await signInByPasskey(ctx, body)));
      return {};
    },
  ),
});
