import { cookieFor } from "@/server/auth/hosts";
import { EmailCredentials, SignedIn } from "@/server/auth/schema";
import { register } from "@/server/auth/signing-in/register";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "registerPlatform",
      summary: "Open an account that signs in by email",
      tags: ["Authentication"],
      auth: [],
      body: EmailCredentials,
      status: 201,
      returns: SignedIn,
      errors: ["registration_closed"],
    },
    async ({ ctx, body, request, setCookie }) => {
      setCookie(cookieFor(ctx.config.urls, await register(ctx, body, request.headers)));
      return {};
    },
  ),
});
