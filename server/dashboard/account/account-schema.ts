import { z } from "zod";

/** A credential that may pay to bank accounts. */
const BankGrant = z.object({
  credential: z.enum(["apiKey", "clientId"]).describe("Which kind of credential it is."),
  label: z.string().describe("Name that the merchant gave to the credential."),
  access: z
    .enum(["sandbox", "production"])
    .describe("`sandbox` pays to made-up bank accounts, `production` to real ones."),
});

/** Whom the account belongs to, what payers are told of it, and what the operator lets it do. */
export const Account = z
  .object({
    name: z
      .string()
      .nullable()
      .describe("Name that payers read; null for an account that has none, whose payers read the wallet."),
    provenWallet: z
      .object({
        address: z.string().describe("Address of the wallet."),
        chainId: z
          .int()
          .nullable()
          .describe(
            "The one chain on which a contract wallet is the owner's; null for a key, which is it on all.",
          ),
      })
      .nullable()
      .describe(
        "Wallet that has proven itself as the owner's, which payers see as verified; null without one.",
      ),
    createdAt: z.iso.datetime().describe("When the account began."),
    canCreatePayouts: z.boolean().describe("Whether it may create payouts."),
    hasSecondScreeningProvider: z
      .boolean()
      .describe("Whether it may screen payers with the second provider."),
    creationsPerDay: z
      .int()
      .nullable()
      .describe("Requests, payouts and links it may create on a day in UTC; null for any number."),
    bankGrants: z.array(BankGrant).describe("Credentials that may pay to bank accounts."),
    partners: z.int().describe("Partners that may create links for it now."),
  })
  .meta({ id: "Account" });
export type Account = z.infer<typeof Account>;
