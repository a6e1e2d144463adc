import { PasskeyRequest } from "@/server/auth/passkeys/schema";
import { askPasskeyToSignIn } from "@/server/auth/signing-in/sign-in-by-passkey";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "createPasskeyChallenge",
      summary: "Get what a passkey signs to come in",
      tags: ["Authentication"],
      auth: [],
      status: 201,
      returns: PasskeyRequest,
      errors: ["passkeys_unavailable"],
    },
    ({ ctx }) => askPasskeyToSignIn(ctx),
  ),
});
