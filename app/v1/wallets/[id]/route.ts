import { z } from "zod";
import { removeWallet } from "@/server/auth/wallets/own-wallets";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { Done } from "@/server/lib/done";

const params = z.object({ id: z.string().describe("ID of the wallet.") });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  DELETE: route(
    {
      operationId: "removeWallet",
      summary: "Remove a wallet, and end the other sessions that it began",
      tags: ["Authentication"],
      auth: ["session"],
      params,
      status: 200,
      returns: Done,
      errors: ["not_found", "forbidden", "conflict"],
    },
    ({ ctx, params }) => removeWallet(ctx, params.id),
  ),
});
