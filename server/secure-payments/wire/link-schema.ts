import { z } from "zod";

/** A snapshot of where a payee is paid (SG-08). */
export const ResolvedDestination = z.object({
  destinationId: z.string().optional(),
  payeeAddress: z.string().describe("Wallet that is paid."),
  tokenAddress: z.string(),
  walletAddress: z.string(),
  network: z.string(),
  isMasked: z
    .boolean()
    .optional()
    .describe("Whether addresses are hidden because no wallet has been approved."),
});
export type ResolvedDestination = z.infer<typeof ResolvedDestination>;

/** Path of everything about one link. A malformed token is an unknown one: 404, not 400. */
export const TokenPath = z.object({ token: z.string() });

export const LinkStatusRead = z
  .enum(["pending", "completed", "expired", "invalidated", "compliance_failed"])
  .meta({ id: "SecurePaymentStatus" });
