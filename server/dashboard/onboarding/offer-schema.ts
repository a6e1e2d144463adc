import type { Branding } from "@/server/branding/schema";
import type { OnboardingTerms } from "@/server/onboarding/schema";

/** A payment worked out by the resolver that works out real ones (FP-07 to FP-09). Decimal texts in USD. */
export interface OfferedExample {
  network: string;
  /** `incoming`: a payment to the platform; `outgoing`: one that it makes. */
  flow: "incoming" | "outgoing";
  gross: string;
  payerPays: string;
  recipientGets: string;
  partnerGets: string;
  /** What this service takes itself. */
  serviceGets: string;
}

/** Everything that a platform agrees to when it completes an onboarding, and what it means in money. */
export interface Offer extends OnboardingTerms {
  /** Changes whenever anything of the terms does. */
  termsId: string;
  expiresAt: string;
  examples: readonly OfferedExample[];
}

/** What stands behind an onboarding's URL. */
export type OnboardingState =
  | { kind: "open"; offer: Offer }
  | { kind: "used" | "expired"; partner: string; branding: Branding | null }
  | { kind: "not_found" };
