import { z } from "zod";
import { DOUBTS } from "@/server/chains/evidence";

const NodeDisagreement = z
  .object({
    id: z.string(),
    network: z.string().describe("ID of the network."),
    problem: z
      .enum(DOUBTS)
      .describe(
        "`outvoted`: enough providers agree, and these said something else. `nodes_disagree`: the receipts of several differ. `logs_differ`: so do their logs. `forged`: a payment that was shown is in none of their blocks. `differs`: a receipt says something else than the logs. `no_receipt`: a node cannot give the receipt of what it showed.",
      ),
    providers: z
      .array(z.string())
      .describe(
        "Names of the providers that said otherwise than what was believed; empty where that is not known.",
      ),
    blockNumber: z.string().nullable().describe("The last block that it was about."),
    txHash: z
      .string()
      .nullable()
      .describe("The transaction; null where blocks are meant, or a payment that is not of this account."),
    said: z
      .array(z.object({ provider: z.string(), says: z.string().describe("What it said, in its own words.") }))
      .describe(
        "What each provider said, in its own words; empty where that is not known, or about a payment that is not of this account.",
      ),
    firstAt: z.iso.datetime().describe("When it was found first within that hour."),
    lastAt: z.iso.datetime().describe("When it was found last."),
    times: z.int().describe("How often it was found within that hour."),
  })
  .meta({ id: "NodeDisagreement" });

export const NodeDisagreements = z.object({
  disagreements: z.array(NodeDisagreement).describe("The newest, newest first; older than 30 days is none."),
});
export type NodeDisagreements = z.infer<typeof NodeDisagreements>;
