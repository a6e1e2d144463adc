import { addPasskey, listPasskeys } from "@/server/auth/passkeys/own-passkeys";
import { NewPasskeyBody, Passkey } from "@/server/auth/passkeys/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listPasskeys",
      summary: "List the passkeys of whoever is signed in",
      tags: ["Authentication"],
      auth: ["session"],
      relaxedLimit: true,
      status: 200,
      returns: Passkey.array(),
      errors: [],
    },
    ({ ctx }) => listPasskeys(ctx),
  ),
  POST: route(
    {
      operationId: "addPasskey",
      summary: "Add a passkey that was just made",
      tags: ["Authentication"],
      auth: ["session"],
      body: NewPasskeyBody,
      status: 201,
      returns: Passkey,
      errors: ["forbidden", "conflict", "passkeys_unavailable"],
    },
    ({ ctx, body }) => addPasskey(ctx, body),
  ),
});
