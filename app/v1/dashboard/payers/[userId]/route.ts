import { inTransaction } from "@/server/context";
import { getDashboardPayer } from "@/server/dashboard/payers/get";
import { DashboardPayerDetail, DashboardPayerPath } from "@/server/dashboard/payers/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { erasePayerById } from "@/server/payers/personal-data";
import { PayerErased } from "@/server/payers/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getDashboardPayer",
      summary: "Get a payer with its bank accounts, masked, and its payments",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      relaxedLimit: true,
      params: DashboardPayerPath,
      status: 200,
      returns: DashboardPayerDetail,
      errors: ["payer_not_found"],
    },
    ({ ctx, params }) => getDashboardPayer(ctx, params.userId),
  ),
  DELETE: route(
    {
      operationId: "eraseDashboardPayer",
      summary: "Erase what is kept of a payer, by its user ID",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      params: DashboardPayerPath,
      status: 200,
      returns: PayerErased,
      errors: ["payer_not_found", "conflict"],
    },
    async ({ ctx, params }) => {
      await inTransaction(ctx, (tx) => erasePayerById(tx, params.userId));
      return { erased: true };
    },
  ),
});
