import { z } from "zod";

const HexText = z.string().regex(/^[a-fA-F0-9]+$/);

/** A Tron transaction as the payer's wallet signed it (TR-06). What it does is read from `raw_data_hex`. */
export const TronBroadcastBody = z.object({
  signedTransaction: z.object({
    raw_data_hex: HexText,
    signature: z.array(HexText).min(1),
    txID: z
      .string()
      .regex(/^[a-fA-F0-9]{64}$/)
      .optional(),
    raw_data: z.looseObject({
      contract: z.array(z.unknown()).min(1),
      fee_limit: z.int().min(0).optional(),
    }),
  }),
});
export type TronBroadcastBody = z.infer<typeof TronBroadcastBody>;

/** What the node said. `txid` has no `0x`; `code` and `message` are there when the node named one. */
export const TronBroadcast = z
  .object({
    result: z.boolean(),
    txid: z.string(),
    code: z.string().optional(),
    message: z.string().optional(),
  })
  .meta({ id: "TronBroadcast" });
export type TronBroadcast = z.infer<typeof TronBroadcast>;
