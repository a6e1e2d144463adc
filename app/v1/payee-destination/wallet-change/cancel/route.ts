import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { Done } from "@/server/lib/done";
import { cancelWalletChange } from "@/server/payee-destinations/own";
import { WalletChangeCancelled } from "@/server/payee-destinations/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  PATCH: route(
    {
      operationId: "cancelPendingWalletChange",
      summary: "Take back a change of the wallet that is paid, while its signatures are collected",
      tags: ["Payee Destinations"],
      auth: ["session"],
      walletSessionOnly: true,
      body: WalletChangeCancelled,
      status: 200,
      returns: Done,
      errors: ["not_found"],
    },
    ({ ctx }) => cancelWalletChange(ctx),
  ),
});
