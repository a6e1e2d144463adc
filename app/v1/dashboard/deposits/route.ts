import { depositsToCollect } from "@/server/dashboard/deposits/list";
import { DepositsToCollect } from "@/server/dashboard/deposits/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listDepositsToCollect",
      summary: "List what waits at the account's deposit addresses to be collected",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      relaxedLimit: true,
      status: 200,
      returns: DepositsToCollect,
      errors: [],
    },
    ({ ctx }) => depositsToCollect(ctx),
  ),
});
