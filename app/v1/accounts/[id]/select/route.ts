import { z } from "zod";
import { selectAccount } from "@/server/auth/members/accounts";
import { OwnAccount } from "@/server/auth/members/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

const params = z.object({ id: z.string().describe("ID of an account that you belong to.") });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "selectAccount",
      summary: "Let this session act in another of your accounts",
      tags: ["Members"],
      auth: ["session"],
      relaxedLimit: true,
      params,

      status: 200,
      returns: OwnAccount,
      errors: ["not_found", "account_disabled"],
    },
    ({ ctx, params }) => selectAccount(ctx, params.id),
  ),
});
