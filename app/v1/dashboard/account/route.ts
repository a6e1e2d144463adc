import { Account } from "@/server/dashboard/account/account-schema";
import { readAccount } from "@/server/dashboard/account/read-account";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getAccount",
      summary: "Read what the account is called and may do",
      tags: ["Dashboard"],
      auth: ["session"],
      relaxedLimit: true,
      isUnlogged: true,
      status: 200,
      returns: Account,
      errors: [],
    },
    ({ ctx }) => readAccount(ctx),
  ),
});
