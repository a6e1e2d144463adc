import { cookieDomain } from "@/server/auth/hosts";
import { SignedIn } from "@/server/auth/schema";
import { clearedSessionCookie } from "@/server/auth/session-token";
import { logout } from "@/server/auth/signing-in/logout";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "logout",
      summary: "End the session",
      tags: ["Authentication"],
      auth: ["session"],
      status: 200,
      returns: SignedIn,
      errors: [],
    },
    async ({ ctx, setCookie }) => {
      await logout(ctx);
      setCookie(clearedSessionCookie(cookieDomain(ctx.config.urls)));
      return {};
    },
  ),
});
