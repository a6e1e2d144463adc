import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { pagePost } from "@/server/http/pages/page-post";
import { openDeposit } from "@/server/secure-payments/offramp/open";
import { readPageState } from "@/server/secure-payments/page/page-state";

const Body = z.strictObject({ token: z.string().max(100), wallet: z.string().max(100) });

/** Opens the deposit address of a link to a bank account, for the wallet that is going to pay; answers as `/pay/state`. */
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: pagePost(Body, async ({ token, wallet }, { ctx }) => {
    await openDeposit(ctx, token, wallet);
    return readPageState(ctx, token, { wallet });
  }),
});
