import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { pagePost } from "@/server/http/pages/page-post";
import { openDepositAddress } from "@/server/secure-payments/page/page-deposit-address";

const Body = z.strictObject({ token: z.string().max(100) });

/** Opens the address at which a plain transfer pays a link, for the page that is open on it. */
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: pagePost(Body, async ({ token }, { ctx }) => openDepositAddress(ctx, token)),
});
