import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { TokenPath } from "@/server/secure-payments/link-schema";
import { getBundle } from "@/server/secure-payments/multicall/read";
import { BundleState } from "@/server/secure-payments/multicall/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getMulticallPayout",
      summary: "Read a bundle as its owner",
      tags: ["Secure Payments"],
      auth: ["session"],
      walletSessionOnly: true,
      params: TokenPath,
      status: 200,
      returns: BundleState,
      errors: ["secure_payment_not_found"],
    },
    ({ ctx, params }) => getBundle(ctx, params.token),
  ),
});
