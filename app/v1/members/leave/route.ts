import { leaveAccount } from "@/server/auth/members/members";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { Done } from "@/server/lib/done";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "leaveAccount",
      summary: "Leave the account",
      tags: ["Members"],
      auth: ["session"],
      relaxedLimit: true,

      status: 200,
      returns: Done,
      errors: ["not_found", "conflict"],
    },
    ({ ctx }) => leaveAccount(ctx),
  ),
});
