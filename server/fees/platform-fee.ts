import { z } from "zod";
import type { Caller } from "@/server/context";
import { percentageOf } from "@/server/lib/amount";

/** A share of an amount and who gets it. `percentage` is a decimal string, `"2.5"` for 2.5 %. */
export const FeeRate = z
  .object({
    percentage: z.string().describe("In percent of the amount, as a decimal string."),
    address: z.string().describe("Wallet that receives the fee."),
  })
  .meta({ id: "FeeRate" });
export type FeeRate = z.infer<typeof FeeRate>;

/** Finer than any fee that is asked for; a client ID's own fee has 2 (PF-06). */
const MAX_DECIMALS = 4;

const FeePercentage = z
  .string()
  .refine(
    isPercentage,
    `feePercentage must be a decimal number from 0 to 100 with at most ${MAX_DECIMALS} decimals`,
  );

/** The two fields of a platform fee, in queries and bodies alike (PF-02). Use with `requireFeePair`. */
export const feeFields = { feePercentage: FeePercentage.optional(), feeAddress: z.string().optional() };

export interface FeePair {
  feePercentage?: string | undefined;
  feeAddress?: string | undefined;
}

/** Schema check that both fields come or none (PF-01); names the missing one. */
export function requireFeePair({ feePercentage, feeAddress }: FeePair, check: z.RefinementCtx): void {
  if ((feePercentage === undefined) === (feeAddress === undefined)) return;
  const [given, missing] =
    feePercentage === undefined ? ["feeAddress", "feePercentage"] : ["feePercentage", "feeAddress"];
  check.addIssue({ code: "custom", message: `${missing} is required with ${given}`, path: [missing] });
}

/**
 * The platform fee of a call: the client ID's own one, else the parameters of the call (PF-06). Null when
 * there is none or its percentage is 0. The address is not checked here, its form depends on the network.
 */
export function platformFee(caller: Pick<Caller, "fee">, pair: FeePair): FeeRate | null {
  if (caller.fee && !isZero(caller.fee.percentage)) return caller.fee;
  const { feePercentage: percentage, feeAddress: address } = pair;
  if (percentage === undefined || address === undefined || isZero(percentage)) return null;
  return { percentage, address };
}

/** One percent in the scale of `percentageOf(SCALE, …)`. */
const PERCENT = 10n ** 18n;
const SCALE = 100n * PERCENT;

function isPercentage(text: string): boolean {
  if (!/^\d{1,3}(\.\d+)?$/.test(text) || (text.split(".")[1] ?? "").length > MAX_DECIMALS) return false;
  return percentageOf(SCALE, text) <= 100n * PERCENT;
}

function isZero(percentage: string): boolean {
  return percentageOf(SCALE, percentage) === 0n;
}
