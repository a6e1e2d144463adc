import { z } from "zod";
import { OFFRAMP_STATUSES } from "@/db/schema";
import { SANDBOX_ANSWERS, SANDBOX_OUTCOMES } from "@/server/providers/offramp/provider";

/** Money that is or was at the deposit address; null while there is none. What the provider does not tell is null. */
const OfframpDeposit = z
  .object({
    amount: z.string().nullable(),
    txHash: z.string().nullable(),
    from: z.string().nullable(),
    seenAt: z.iso.datetime(),
    /** A payment with the request's reference is this money. */
    hasReference: z.boolean(),
  })
  .nullable()
  .meta({ id: "OfframpDepositOrNull" });

/** The way of a payment to a bank account. Amounts are decimal texts. */
export const Offramp = z
  .object({
    offrampId: z.string(),
    subStatus: z.enum(OFFRAMP_STATUSES),
    /** What it means, where the money is and what to do. */
    explanation: z.string(),
    provider: z.string(),
    depositAddress: z.string(),
    /** The wallet that alone gets transactions, and gets back what the bank does not take. */
    returnAddress: z.string(),
    paymentDetailsId: z.string(),
    sourceAmount: z.string(),
    sourceCurrency: z.string(),
    /** What the bank account receives, after fees. */
    destinationAmount: z.string().nullable(),
    destinationCurrency: z.string(),
    /** Units of the destination's currency for one of the source's, after fees; null while nobody says. */
    rate: z.string().nullable(),
    /** Amount and rate are what they would be now: the provider exchanges when the deposit has arrived. */
    isEstimate: z.boolean(),
    /** What the provider keeps. */
    fees: z.array(z.object({ type: z.string(), amount: z.string(), currency: z.string() })),
    deposit: OfframpDeposit,
    changedAt: z.iso.datetime(),
  })
  .meta({ id: "Offramp" });
export type Offramp = z.infer<typeof Offramp>;

/** What a tester lets the sandbox make of a payment, and how it answers about it from now on. */
export const SandboxOfframpBody = z.object({
  outcome: z.enum(SANDBOX_OUTCOMES).optional(),
  answers: z.enum(SANDBOX_ANSWERS).optional(),
});
export type SandboxOfframpBody = z.infer<typeof SandboxOfframpBody>;
/** What was set, as it was given. */
export const SandboxOfframpSet = SandboxOfframpBody;
