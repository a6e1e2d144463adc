import { z } from "zod";

const hexOf = (bytes: number) =>
  z.templateLiteral(["0x", z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`))]);
const whole = z.string().regex(/^(0|-?[1-9]\d*)$/);

export const StatementLine = z
  .object({
    account: z.enum(["wallet", "deposit_address", "bank_transit", "bank"]).describe("What holds the money."),
    wallet: z
      .string()
      .describe("Address of the wallet; empty where it is not known, and for deposit addresses together."),
    network: z.string().describe("Network of the wallet."),
    currency: z.string().describe("ID of the currency."),
    decimals: z.number().int().min(0).max(255).describe("Decimals of the currency."),
    opening: whole.describe("Balance when the period began, in base units."),
    received: whole.describe("What came in, in base units."),
    sent: whole.describe("What went out, in base units."),
    closing: whole.describe("Balance when the period ended, in base units."),
  })
  .meta({ id: "StatementLine" });
export type StatementLine = z.infer<typeof StatementLine>;

const ExplainedDifference = z
  .object({
    id: z.string().describe("Which difference."),
    explanation: z.string().describe("What the account says about it."),
  })
  .meta({ id: "ExplainedDifference" });

const StatementMessage = z.object({
  account: z.string().describe("ID of the account."),
  startsAt: z.iso.datetime().describe("First moment of the period."),
  endsAt: z.iso.datetime().describe("First moment after the period."),
  timeZone: z.string().describe("Time zone whose month it is."),
  closedAt: z.iso.datetime().describe("When the period was closed."),
  lines: z.array(StatementLine).describe("Balances by wallet and currency."),
  entries: whole.describe("How many entries of the journal are in the period."),
  entriesHash: hexOf(32).describe("SHA-256 of these entries, in their order."),
  differences: z.array(ExplainedDifference).describe("What the chain said otherwise, explained."),
});
export type StatementMessage = z.infer<typeof StatementMessage>;

const field = z.object({
  name: z.string().describe("Name of the field."),
  type: z.string().describe("EIP-712 type."),
});

/** A closed period of an account's books, signed by the service: complete EIP-712 typed data, like a quittance. */
export const Statement = z
  .object({
    domain: z.object({
      name: z.literal("Quittance statement").describe("Name of the EIP-712 domain."),
      version: z.literal("1").describe("Version of the EIP-712 domain."),
    }),
    types: z.record(z.string(), z.array(field)).describe("Fields of what is signed, in EIP-712 form."),
    primaryType: z.literal("Statement").describe("EIP-712 name of what is signed."),
    message: StatementMessage.describe("What the statement says."),
    signer: z
      .templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]{40}$/)])
      .describe("EIP-55 address of who signed it. Compare it with the one the service publishes."),
    signature: hexOf(65).describe("65 bytes as hex characters."),
  })
  .meta({ id: "Statement" });
export type Statement = z.infer<typeof Statement>;
