import { z } from "zod";
import { SCREENING_PROVIDER_IDS } from "@/server/providers/kyt/names";

/** A screening provider, by the ID of `names.ts`. */
export const ScreeningProviderId = z.enum(SCREENING_PROVIDER_IDS);
export type ScreeningProviderId = z.infer<typeof ScreeningProviderId>;
