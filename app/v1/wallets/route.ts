import { VerifyBody } from "@/server/auth/schema";
import { addWallet, listOwnWallets } from "@/server/auth/wallets/own-wallets";
import { OwnWallet } from "@/server/auth/wallets/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listOwnWallets",
      summary: "List the wallets that whoever is signed in signs in with",
      tags: ["Authentication"],
      auth: ["session"],
      relaxedLimit: true,
      status: 200,
      returns: OwnWallet.array(),
      errors: [],
    },
    ({ ctx }) => listOwnWallets(ctx),
  ),
  POST: route(
    {
      operationId: "addWallet",
      summary: "Sign in with another wallet too, from now on",
      tags: ["Authentication"],
      auth: ["session"],
      body: VerifyBody,
      status: 201,
      returns: OwnWallet,
      errors: ["forbidden", "conflict", "unavailable"],
    },
    ({ ctx, body }) => addWallet(ctx, body),
  ),
});
