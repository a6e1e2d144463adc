import { z } from "zod";
import { compare, ratioOf } from "@/server/lib/ratio";

/** More blocks than that are final on every network. */
const MOST_CONFIRMATIONS = 200;
const MOST_TIERS = 3;

const usd = z
  .string()
  .refine(
    (text) => /^\d{1,15}(\.\d{1,2})?$/.test(text) && /[1-9]/.test(text),
    "upToUsd must be a decimal number above 0 with at most 2 decimals",
  );

const Tier = z.strictObject({
  upToUsd: usd
    .nullable()
    .describe("Requests of at most this worth, a decimal string in USD; null in the last one: all others."),
  confirmations: z
    .union([z.int().min(1).max(MOST_CONFIRMATIONS), z.literal("final")])
    .describe(
      "Blocks until a payment counts, 1 being the block that holds it; or only once its block is final.",
    ),
});

/** How deep payments of new requests have to be before they count, by what the request is worth. */
export const ConfirmationTiers = z
  .array(Tier)
  .min(1)
  .max(MOST_TIERS)
  .superRefine((tiers, { addIssue }) => {
    const wrong = (index: number, message: string) =>
      addIssue({ code: "custom", path: [index, "upToUsd"], message });
    for (const [index, { upToUsd }] of tiers.entries()) {
      const isLast = index === tiers.length - 1;
      if (isLast && upToUsd !== null) wrong(index, "The last tier is for all others: its upToUsd is null");
      if (!isLast && upToUsd === null) wrong(index, "Only the last tier is for all others");
      const before = tiers[index - 1]?.upToUsd ?? null;
      if (before === null || upToUsd === null || !isDecimal(before) || !isDecimal(upToUsd)) continue;
      if (compare(ratioOf(before), ratioOf(upToUsd)) >= 0) wrong(index, "Each tier is above the one before");
    }
  });
export type ConfirmationTiers = z.infer<typeof ConfirmationTiers>;

function isDecimal(text: string): boolean {
  return usd.safeParse(text).success;
}

/** Tiers as the audit log keeps them. */
export function plain(tiers: ConfirmationTiers | null | undefined): string[] | null {
  return tiers?.map(({ upToUsd, confirmations }) => `${upToUsd ?? "above"}: ${confirmations}`) ?? null;
}
