import { z } from "zod";
import { OFFRAMP_STATUSES } from "@/db/schema";
import { SANDBOX_ANSWERS, SANDBOX_OUTCOMES } from "@/server/providers/offramp/provider";

/** Money that is or was at the deposit address; null while there is none. What the provider does not tell is null. */
const OfframpDeposit = z
  .object({
    amount: z
      .string()
      .nullable()
      .describe("What the provider got, in the token; null while it does not say."),
    txHash: z
      .string()
      .nullable()
      .describe("The transaction that brought it; null where the provider does not say."),
    from: z.string().nullable().describe("Wallet that sent it; null where the provider does not say."),
    seenAt: z.iso.datetime().describe("When it became known here."),
    /** A payment with the request's reference is this money. */
    hasReference: z
      .boolean()
      .describe("Whether a payment seen on chain with the request's reference is this money."),
  })
  .nullable()
  .meta({ id: "OfframpDepositOrNull" });

/** The way of a payment to a bank account. Amounts are decimal texts. */
export const Offramp = z
  .object({
    offrampId: z.string().describe("The provider's ID of the payment to a bank account."),
    subStatus: z.enum(OFFRAMP_STATUSES),
    /** What it means, where the money is and what to do. */
    explanation: z.string().describe("In words: what the status means, where the money is and what to do."),
    provider: z.string(),
    depositAddress: z.string().describe("Wallet of the provider that the payer pays to."),
    /** The wallet that alone gets transactions, and gets back what the bank does not take. */
    returnAddress: z
      .string()
      .describe("The wallet that alone gets transactions, and gets back what the bank does not take."),
    paymentDetailsId: z.string(),
    sourceAmount: z.string(),
    sourceCurrency: z.string().describe("ID of the currency that is paid with."),
    /** What the bank account receives, after fees. */
    destinationAmount: z
      .string()
      .nullable()
      .describe("What reaches the bank account; null while the provider does not say."),
    destinationCurrency: z.string().describe("Currency of the bank account."),
    /** Units of the destination's currency for one of the source's, after fees; null while nobody says. */
    rate: z.string().nullable(),
    /** Amount and rate are what they would be now: the provider exchanges when the deposit has arrived. */
    isEstimate: z.boolean().describe("Whether the provider has not fixed the amount yet."),
    /** What the provider keeps. */
    fees: z.array(
      z.object({ type: z.string().describe("Kind of the fee."), amount: z.string(), currency: z.string() }),
    ),
    deposit: OfframpDeposit,
    changedAt: z.iso.datetime(),
  })
  .meta({ id: "Offramp" });
export type Offramp = z.infer<typeof Offramp>;

/** What a tester lets the sandbox make of a payment, and how it answers about it from now on. */
export const SandboxOfframpBody = z.object({
  outcome: z
    .enum(SANDBOX_OUTCOMES)
    .optional()
    .describe("How the stand-in's payment to the bank account ends."),
  answers: z
    .enum(SANDBOX_ANSWERS)
    .optional()
    .describe(
      "How the stand-in answers about it from now on: `normal`, `slow` after seconds, `down` not at all.",
    ),
});
export type SandboxOfframpBody = z.infer<typeof SandboxOfframpBody>;
/** What was set, as it was given. */
export const SandboxOfframpSet = SandboxOfframpBody;
