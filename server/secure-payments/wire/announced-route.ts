import { z } from "zod";

/** How a payer says that a payment was made, beside its transaction. */
export const announcedRoute = {
  sourceToken: z.string().max(255).optional(),
  sourceAmount: z.string().max(100).optional(),
  routeKind: z
    .enum(["same_chain", "same_chain_conversion", "crosschain"])
    .optional()
    .describe("How it is paid: on one network, with an exchange, or from another network."),
  bridgeTool: z
    .enum(["across", "stargate"])
    .nullable()
    .optional()
    .describe("Bridge that moves the money between networks; null on one network."),
};
