import { z } from "zod";

const HexText = z.string().regex(/^[a-fA-F0-9]+$/);

/** A Tron transaction as the payer's wallet signed it (TR-06). What it does is read from `raw_data_hex`. */
export const TronBroadcastBody = z.object({
  signedTransaction: z
    .object({
      raw_data_hex: HexText.describe("The same as hex characters: what the wallet signed."),
      signature: z.array(HexText).min(1).describe("Signatures of the wallet as hex characters."),
      txID: z
        .string()
        .regex(/^[a-fA-F0-9]{64}$/)
        .optional()
        .describe("Hash of the transaction."),
      raw_data: z
        .looseObject({
          contract: z.array(z.unknown()).min(1).describe("Calls of the transaction, in Tron's form."),
          fee_limit: z
            .int()
            .min(0)
            .optional()
            .describe("The most the transaction may burn for energy, in sun."),
        })
        .describe("The transaction in Tron's own form."),
    })
    .describe("The transaction with the wallet's signature."),
});
export type TronBroadcastBody = z.infer<typeof TronBroadcastBody>;

/** What the node said. `txid` has no `0x`; `code` and `message` are there when the node named one. */
export const TronBroadcast = z
  .object({
    result: z.boolean().describe("Whether the network took the transaction."),
    txid: z.string().describe("Hash of the transaction."),
    code: z.string().optional().describe("A stable code for programs."),
    message: z.string().optional().describe("In words, why the network refused the transaction."),
  })
  .meta({ id: "TronBroadcast" });
export type TronBroadcast = z.infer<typeof TronBroadcast>;
