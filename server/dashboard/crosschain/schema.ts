import { z } from "zod";
import { DEPOSIT_STATES } from "@/db/schema";

/** A deposit into a bridge that pays the request on another network. Amounts are human-readable. */
export const DepositSeen = z
  .object({
    id: z.string(),
    state: z.enum(DEPOSIT_STATES),
    sourceNetwork: z.string(),
    sourceTxHash: z.string(),
    /** What the payer put in, the bridge's fee included. */
    amount: z.string(),
    currency: z.string(),
    /** Null where the source chain does not tell. */
    payer: z.string().nullable(),
    destinationNetwork: z.string(),
    /** Null until it is delivered. */
    destinationTxHash: z.string().nullable(),
    /** What is to arrive on the network of the request. */
    outputAmount: z.string(),
    outputCurrency: z.string(),
    /** Nobody can deliver it after that. */
    deadline: z.iso.datetime(),
    /** Who gets the money back on the source network, and the transaction that gave it back. */
    refundTo: z.string(),
    refundTxHash: z.string().nullable(),
  })
  .meta({ id: "DashboardDeposit" });
export type DepositSeen = z.infer<typeof DepositSeen>;
