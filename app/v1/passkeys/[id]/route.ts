import { z } from "zod";
import { removePasskey, renamePasskey } from "@/server/auth/passkeys/own-passkeys";
import { Passkey, PasskeyName } from "@/server/auth/passkeys/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { Done } from "@/server/lib/done";

const params = z.object({ id: z.string().describe("ID of the passkey.") });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  PATCH: route(
    {
      operationId: "renamePasskey",
      summary: "Give a passkey another name",
      tags: ["Authentication"],
      auth: ["session"],
      params,
      body: PasskeyName,
      status: 200,
      returns: Passkey,
      errors: ["not_found", "forbidden"],
    },
    ({ ctx, params, body }) => renamePasskey(ctx, params.id, body),
  ),
  DELETE: route(
    {
      operationId: "removePasskey",
      summary: "Remove a passkey, and end the other sessions that it began",
      tags: ["Authentication"],
      auth: ["session"],
      params,
      status: 200,
      returns: Done,
      errors: ["not_found", "forbidden", "conflict"],
    },
    ({ ctx, params }) => removePasskey(ctx, params.id),
  ),
});
