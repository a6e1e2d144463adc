import { z } from "zod";
import { ScreeningProviderId } from "@/server/providers/kyt/schema";

/** One or two providers, each once, in the order in which they are asked (OK-01). The service gives the priority. */
export const ScreeningPlanBody = z
  .strictObject({
    providers: z
      .array(
        z.strictObject({
          provider: ScreeningProviderId.describe("Screening provider."),
          policyId: z.uuid().optional(),
        }),
      )
      .min(1)
      .max(2)
      .refine(
        (providers) => new Set(providers.map(({ provider }) => provider)).size === providers.length,
        "A provider can stand in a plan once",
      ),
  })
  .meta({ id: "KytPlanBody" });
export type ScreeningPlanBody = z.infer<typeof ScreeningPlanBody>;

/** A plan as it is stored and told: `priority` 0 is asked first. Without providers it screens nothing. */
export const ScreeningPlan = z
  .object({
    providers: z.array(
      z.object({
        provider: ScreeningProviderId.describe("Screening provider."),
        policyId: z.string().optional(),
        priority: z.int().min(0).describe("Order of the providers, 0 first."),
      }),
    ),
  })
  .meta({ id: "KytPlan" });
export type ScreeningPlan = z.infer<typeof ScreeningPlan>;

/** The stored form of what a caller asked for. */
export function storedPlan({ providers }: ScreeningPlanBody): ScreeningPlan {
  return { providers: providers.map((one, priority) => ({ ...one, priority })) };
}

/** What a platform chose for itself: one provider with its own policy, or none (OL-11, OK-03). */
export function planOfChoice(provider: ScreeningProviderId | null): ScreeningPlan {
  return { providers: provider === null ? [] : [{ provider, priority: 0 }] };
}
