import { z } from "zod";
import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { SourceChain } from "@/server/requests/paying/calldata-schema";
import { prepareSecurePayment } from "@/server/secure-payments/calldata/prepare-payment";
import { readStep } from "@/server/secure-payments/crosschain/step";
import { isMulticall } from "@/server/secure-payments/multicall/multicall";
import { readableLink } from "@/server/secure-payments/reader";
import type { AnyCalldata } from "@/server/secure-payments/wire/multicall-schema";

/** XC-09: `metadata.rawStep` of the answer that is to be made fresh; what else it holds is not looked at. */
export const RefreshStepBody = z.object({
  step: z
    .looseObject({
      id: z.string().max(200),
      type: z.string().max(50),
      tool: z.string().max(50).describe("Bridge of the route."),
      action: z.looseObject({
        toChainId: z.number().describe("EIP-155 number of the network the money goes to."),
        toAddress: z
          .string()
          .regex(/^0x[0-9a-fA-F]{40}$/)
          .describe("Address that receives the money on the other network."),
      }),
    })
    .describe("The step of the route to be refreshed, as the calldata answer gave it."),
});
export type RefreshStepBody = z.infer<typeof RefreshStepBody>;

const StepSource = z.object({ chain: SourceChain, token: z.enum(["USDC", "USDT"]), wallet: z.string() });

/**
 * A step of a payment from another network at today's price, as paying answers it: a quote that ran out before it was
 * signed (XC-08). The wallet is decided on again. Throws 400 where the route is gone, or the step is of another link.
 */
export async function refreshStep(ctx: Ctx, token: string, { step }: RefreshStepBody): Promise<AnyCalldata> {
  const link = await readableLink(ctx, token);
  if (isMulticall(link)) {
    throw new ApiError(
      "crosschain_no_route",
      "A multicall is quoted anew as a whole: ask for its transactions again",
    );
  }
  const source = StepSource.safeParse(readStep(link, step));
  if (!source.success) throw new ApiError("crosschain_no_route", "The step names no route");
  return prepareSecurePayment(ctx, token, source.data, { isAgain: true });
}
