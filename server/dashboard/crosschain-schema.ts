import { z } from "zod";
import { DEPOSIT_STATES } from "@/db/schema";

/** A deposit into a bridge that pays the request on another network. Amounts are human-readable. */
export const DepositSeen = z
  .object({
    id: z.string(),
    state: z.enum(DEPOSIT_STATES),
    sourceNetwork: z.string(),
    sourceTxHash: z.string().describe("Transaction of the payer; null before."),
    /** What the payer put in, the bridge's fee included. */
    amount: z.string(),
    currency: z.string(),
    /** Null where the source chain does not tell. */
    payer: z.string().nullable(),
    destinationNetwork: z.string().describe("Network the payee is paid on."),
    /** Null until it is delivered. */
    destinationTxHash: z.string().nullable().describe("Transaction that paid the payee; null before."),
    outputAmount: z.string().describe("What is to arrive on the network of the request."),
    outputCurrency: z.string().describe("Symbol of what is to arrive."),
    /** Nobody can deliver it after that. */
    deadline: z.iso.datetime(),
    refundTo: z.string().describe("Who gets the money back on the source network."),
    refundTxHash: z.string().nullable().describe("What gave it back; null while it has not."),
  })
  .meta({ id: "DashboardDeposit" });
export type DepositSeen = z.infer<typeof DepositSeen>;
