import { hypernative } from "@/server/providers/kyt/hypernative";
import { merklescience } from "@/server/providers/kyt/merklescience";
import type { ScreeningProviderId } from "@/server/providers/kyt/names";
import type { ScreeningService } from "@/server/providers/kyt/provider";

/** How each screening provider is asked at its own service, and the variables that say so. */
export const SCREENING_SERVICES = {
  hypernative,
  merklescience,
} satisfies Record<ScreeningProviderId, ScreeningService>;

export const ServicesEnvironment = {
  ...hypernative.environment,
  ...merklescience.environment,
};
