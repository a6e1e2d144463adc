import { z } from "zod";
import { RefundPath } from "@/server/requests/refunds/schema";
import { TronBroadcastBody } from "@/server/secure-payments/wire/tron-broadcast-schema";

/** A refund, and one of its transactions as a wallet on Tron signed it. */
export const RefundBroadcastBody = z.object({ ...RefundPath.shape, ...TronBroadcastBody.shape });
export type RefundBroadcastBody = z.infer<typeof RefundBroadcastBody>;
