import { VerifyBody } from "@/server/auth/schema";
import { proveWalletOnce } from "@/server/auth/signing-in/prove-wallet";
import { endpoint } from "@/server/http/endpoint";
import { pagePost } from "@/server/http/pages/page-post";
import { runningSchedules } from "@/server/recurring-payouts/page/running";

/** All schedules that a wallet has running here, for who has just signed with it. */
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: pagePost(VerifyBody, async (given, { ctx }) => {
    const wallet = await proveWalletOnce(ctx, given, "seeSchedules");
    return { schedules: wallet.family === "evm" ? await runningSchedules(ctx, wallet) : [] };
  }),
});
