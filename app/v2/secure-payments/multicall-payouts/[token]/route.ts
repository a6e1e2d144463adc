import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { getMulticall } from "@/server/secure-payments/reading/read-multicall";
import { TokenPath } from "@/server/secure-payments/wire/link-schema";
import { MulticallState } from "@/server/secure-payments/wire/multicall-schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getMulticallPayout",
      summary: "Read a multicall as its owner",
      tags: ["Secure Payments"],
      auth: ["session"],
      walletSessionOnly: true,
      params: TokenPath,
      status: 200,
      returns: MulticallState,
      errors: ["secure_payment_not_found"],
    },
    ({ ctx, params }) => getMulticall(ctx, params.token),
  ),
});
