import { listAccounts } from "@/server/auth/members/accounts";
import { OwnAccount } from "@/server/auth/members/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listAccounts",
      summary: "List the accounts that you belong to",
      tags: ["Members"],
      auth: ["session"],
      relaxedLimit: true,

      status: 200,
      returns: OwnAccount.array(),
      errors: [],
    },
    ({ ctx }) => listAccounts(ctx),
  ),
});
