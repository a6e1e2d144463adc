import { cookieFor } from "@/server/auth/hosts";
import { EmailCredentials, SignedIn } from "@/server/auth/schema";
import { login } from "@/server/auth/signing-in/login";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "loginPlatform",
      summary: "Sign in by email",
      tags: ["Authentication"],
      auth: [],
      body: EmailCredentials,
      status: 200,
      returns: SignedIn,
      errors: ["unauthorized", "account_disabled"],
    },
    async ({ ctx, body, request, setCookie }) => {
      setCookie(cookieFor(ctx.config.urls, await login(ctx, body, request.headers)));
      return {};
    },
  ),
});
