import { z } from "zod";
import type { Hex } from "@/server/chains/contract-addresses";

const units = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt);
const hex = z
  .string()
  .regex(/^0x[0-9a-fA-F]*$/)
  .transform((text): Hex => `0x${text.slice(2)}`);

/** A token as LI.FI names it. */
export const LifiToken = z.looseObject({
  address: z.string(),
  chainId: z.number(),
  decimals: z.number().int(),
});

/** A step as far as we use it (providers.md §1.4). What else it holds is not looked at. */
export const LifiStep = z.looseObject({
  id: z.string(),
  type: z.string(),
  tool: z.string(),
  action: z.looseObject({
    fromChainId: z.number(),
    toChainId: z.number(),
    fromToken: LifiToken,
    toToken: LifiToken,
    fromAmount: units,
    fromAddress: z.string().optional(),
  }),
  estimate: z.looseObject({
    fromAmount: units,
    toAmountMin: units,
    approvalAddress: z.string(),
    executionDuration: z.number().nonnegative(),
  }),
  transactionRequest: z.looseObject({
    to: hex,
    data: hex,
    value: hex,
    chainId: z.number(),
    from: z.string().optional(),
  }),
});
export type LifiStep = z.infer<typeof LifiStep>;
