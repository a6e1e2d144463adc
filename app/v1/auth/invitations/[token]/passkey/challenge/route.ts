import { z } from "zod";
import { PasskeyCreation } from "@/server/auth/passkeys/schema";
import { createJoinPasskey } from "@/server/auth/signing-in/join-by-passkey";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

const params = z.object({ token: z.string().describe("Token of the invitation.") });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "createJoinPasskey",
      summary: "Get what a browser needs to make the passkey of an invited person",
      tags: ["Members"],
      auth: [],
      params,
      status: 201,
      returns: PasskeyCreation,
      errors: ["not_found", "invitation_over", "passkeys_unavailable"],
    },
    ({ ctx, params }) => createJoinPasskey(ctx, params.token),
  ),
});
