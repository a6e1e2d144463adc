import { createPasskeyRegistration } from "@/server/auth/passkeys/own-passkeys";
import { PasskeyCreation } from "@/server/auth/passkeys/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "createPasskeyRegistration",
      summary: "Get what a browser needs to make a passkey",
      tags: ["Authentication"],
      auth: ["session"],
      status: 201,
      returns: PasskeyCreation,
      errors: ["forbidden", "passkeys_unavailable"],
    },
    ({ ctx }) => createPasskeyRegistration(ctx),
  ),
});
