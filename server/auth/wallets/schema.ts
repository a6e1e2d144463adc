import { z } from "zod";

/** A wallet of whoever is signed in. */
export const OwnWallet = z
  .object({
    id: z.string(),
    address: z.string().describe("Its address."),
    family: z.enum(["evm", "tron"]).describe("Its family of networks."),
    chainId: z.int().nullable().describe("The chain of a contract wallet; null for the wallet of a key."),
    createdAt: z.iso.datetime().describe("Since when its person signs in with it."),
    opened: z
      .string()
      .nullable()
      .describe("Name of the account that it opened and that is paid there; null where it opened none."),
    isCurrent: z.boolean().describe("Whether this session was begun with it."),
  })
  .meta({ id: "OwnWallet" });
export type OwnWallet = z.infer<typeof OwnWallet>;
