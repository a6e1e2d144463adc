import { z } from "zod";
import { ConfirmationTiers } from "@/server/platforms/confirmations/schema";

/** What the form holds, all of it text; an empty number of confirmations stands for a final block. */
export const ConfirmationValues = z
  .object({
    by: z.enum(["none", "amount"]),
    smallUpTo: z.string().trim(),
    small: z.string().trim(),
    mediumUpTo: z.string().trim(),
    medium: z.string().trim(),
    others: z.string().trim(),
  })
  .superRefine((values, { addIssue }) => {
    const tiers = tiersOf(values);
    const parsed = ConfirmationTiers.safeParse(tiers ?? [{ upToUsd: null, confirmations: 1 }]);
    for (const { path, message } of parsed.error?.issues ?? []) {
      const [index, field] = path;
      const line = linesOf(values)[Number(index)] ?? "others";
      const name = field === "upToUsd" && line !== "others" ? (`${line}UpTo` as const) : line;
      addIssue({ code: "custom", path: [name], message: field === "upToUsd" ? message : DEPTH });
    }
  });
export type ConfirmationValues = z.infer<typeof ConfirmationValues>;

const DEPTH = "Enter a whole number from 1 to 200, or nothing for a final block.";

type Line = "small" | "medium" | "others";

/** The lines that are filled in. */
function linesOf({ smallUpTo, mediumUpTo }: ConfirmationValues): Line[] {
  return [
    ...(smallUpTo === "" ? [] : ["small" as const]),
    ...(mediumUpTo === "" ? [] : ["medium" as const]),
    "others",
  ];
}

/** The tiers that a form describes; null where it says that there are none. */
export function tiersOf(values: ConfirmationValues): ConfirmationTiers | null {
  if (values.by === "none") return null;
  return linesOf(values).map((line) => ({
    upToUsd: line === "others" ? null : values[`${line}UpTo`],
    confirmations: values[line] === "" ? "final" : Number(values[line]),
  }));
}

/** A form that describes these tiers. */
export function valuesOf(tiers: ConfirmationTiers | null): ConfirmationValues {
  const below = tiers?.slice(0, -1) ?? [];
  const [small, medium] = below;
  const depth = (tier: ConfirmationTiers[number] | undefined) =>
    tier === undefined || tier.confirmations === "final" ? "" : String(tier.confirmations);
  return {
    by: tiers ? "amount" : "none",
    smallUpTo: small?.upToUsd ?? "",
    small: depth(small),
    mediumUpTo: medium?.upToUsd ?? "",
    medium: depth(medium),
    others: depth(tiers?.at(-1)),
  };
}
