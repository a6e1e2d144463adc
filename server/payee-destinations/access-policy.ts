import { eq } from "drizzle-orm";
import { z } from "zod";
import { platforms } from "@/db/schema";
import { parseAnyAddress } from "@/server/chains/any-address";
import type { Reads } from "@/server/context";
import { invalidField } from "@/server/errors";
import { isScreeningProvider, SCREENING_PROVIDERS } from "@/server/providers/kyt/names";
import { ScreeningProviderId } from "@/server/providers/kyt/schema";

const MAX_ALLOWED_PAYERS = 1_000;

const privacy = { hideUntilApproved: z.boolean().optional(), hidePayeeAddress: z.boolean().optional() };

/**
 * Whose money a destination accepts (AP-01 to AP-04). Unknown fields are refused, because a rule that is
 * silently dropped lets someone pay who should not.
 */
export const DestinationAccessPolicy = z
  .strictObject({
    mode: z.enum(["off", "kyt_all_wallets"]).default("off"),
    screeningProvider: ScreeningProviderId.nullish(),
    ...privacy,
  })
  .superRefine(requireProviderOfMode)
  .meta({ id: "DestinationAccessPolicy" });
export type DestinationAccessPolicy = z.infer<typeof DestinationAccessPolicy>;

/** AL-02; an EVM address in any case and its checksummed form are one (AL-03). */
const PayerAddress = z.string().transform((text, check) => {
  const parsed = parseAnyAddress(text);
  if (typeof parsed === "object") return parsed.address;
  check.addIssue({ code: "custom", message: "Must be an EVM or Tron address" });
  return z.NEVER;
});

/** The same for one payment, which may also take over the destination's, and may list who may pay (AL-01). */
export const PaymentAccessPolicy = z
  .strictObject({
    mode: z.enum(["inherit", "off", "kyt_all_wallets"]).optional(),
    screeningProvider: ScreeningProviderId.nullish(),
    ...privacy,
    allowedPayerAddresses: z
      .array(PayerAddress)
      .max(MAX_ALLOWED_PAYERS)
      .transform((list) => [...new Set(list)])
      .optional(),
  })
  .superRefine(requireProviderOfMode)
  .meta({ id: "PaymentAccessPolicy" });
export type PaymentAccessPolicy = z.infer<typeof PaymentAccessPolicy>;

/** As stored with a destination and as its owner reads it. */
export const StoredAccessPolicy = z.object({
  mode: z.enum(["off", "kyt_all_wallets"]),
  screeningProvider: ScreeningProviderId.nullable(),
  hideUntilApproved: z.boolean(),
  hidePayeeAddress: z.boolean(),
});
export type StoredAccessPolicy = z.infer<typeof StoredAccessPolicy>;

/** The stored form: what the caller left out is off. */
export function storedPolicy(policy: DestinationAccessPolicy): StoredAccessPolicy {
  const { mode, screeningProvider, hideUntilApproved, hidePayeeAddress } = policy;
  return {
    mode,
    screeningProvider: screeningProvider ?? null,
    hideUntilApproved: hideUntilApproved ?? false,
    hidePayeeAddress: hidePayeeAddress ?? false,
  };
}

/** Throws 400 when a policy names a provider that the caller's account may not use (AP-02). */
export async function requireProviderEnabled(
  ctx: Pick<Reads, "db" | "caller">,
  policy: { screeningProvider?: string | null | undefined } | undefined,
): Promise<void> {
  const provider = policy?.screeningProvider ?? "";
  if (!isScreeningProvider(provider) || !SCREENING_PROVIDERS[provider].needsGrant) return;
  const [platform] = await ctx.db
    .select({ isEnabled: platforms.hasSecondScreeningProvider })
    .from(platforms)
    .where(eq(platforms.id, ctx.caller.platformId));
  if (platform?.isEnabled) return;
  throw invalidField("accessPolicy.screeningProvider", `${provider} is not enabled for this account`);
}

/** A provider where wallets are screened, and none where they are not (AP-02). */
function requireProviderOfMode(
  policy: { mode?: string | undefined; screeningProvider?: string | null | undefined },
  check: z.RefinementCtx,
): void {
  const isScreened = policy.mode === "kyt_all_wallets";
  const hasProvider = typeof policy.screeningProvider === "string";
  if (isScreened === hasProvider) return;
  const message = isScreened
    ? "screeningProvider is required with mode kyt_all_wallets"
    : "screeningProvider needs mode kyt_all_wallets";
  check.addIssue({ code: "custom", message, path: ["screeningProvider"] });
}
