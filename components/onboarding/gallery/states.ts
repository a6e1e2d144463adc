import { beginning, type Flow, next, type SignedIn } from "@/components/onboarding/flow";
import { aDestination, anOffer } from "@/components/onboarding/gallery/examples";
import type { Offer, OnboardingState } from "@/server/dashboard/onboarding/offer-schema";
import { USUAL_SCREENING_PROVIDER } from "@/server/providers/kyt/names";

const WALLET: SignedIn = { address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", family: "evm" };
const TRON_WALLET: SignedIn = { address: "TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy", family: "tron" };
const branding = {
  id: "01M7WM9D7FKFSH7GG6GY105AVH",
  orchestratorId: "01M7WM9D7FKFSH7GG6GY105AVJ",
  displayName: "Acme Payments",
  pageBackgroundColor: "#fff7ed",
  cardBackgroundColor: "#ffffff",
  primaryActionColor: "#ffd400",
  primaryTextColor: "#1f2937",
  secondaryTextColor: "#9ca3af",
};
const STRANGE = `<script>alert(1)</script> "Ünï" ${"VeryLongName".repeat(6)}`;

const open = (change: Partial<Offer> = {}): OnboardingState => ({ kind: "open", offer: anOffer(change) });

/** The moment after these steps of the same person. */
function atReview(state: OnboardingState): Flow {
  const began = next(beginning(state, WALLET), { type: "began" });
  return next(began, { type: "destination_chosen", destination: aDestination() });
}

const review = atReview(open());

/** Every moment of an onboarding. */
export const ONBOARDING_STATES: Record<string, Flow> = {
  welcome: beginning(open(), null),
  "welcome-branded": beginning(open({ branding }), null),
  "welcome-signed-in": beginning(open(), WALLET),
  "welcome-free": beginning(open({ fees: [], examples: [], kyt: null, allowedDomains: [] }), null),
  "welcome-both-flows": beginning(
    open({
      fees: [
        { flow: "incoming", feeBearer: "payer", bps: 50, usdCap: null },
        { flow: "incoming", feeBearer: "recipient", bps: 150, usdCap: "25" },
        { flow: "outgoing", feeBearer: "payer", bps: 25, usdCap: "10" },
        { flow: "outgoing", feeBearer: "recipient", bps: 1, usdCap: null },
      ],
      examples: [
        ...anOffer().examples,
        {
          network: "base",
          flow: "outgoing",
          gross: "100",
          payerPays: "100.3",
          recipientGets: "99.99",
          partnerGets: "0.26",
          serviceGets: "0.05",
        },
      ],
      kyt: { providers: [{ provider: USUAL_SCREENING_PROVIDER, priority: 0 }] },
    }),
    null,
  ),
  "welcome-strange-texts": beginning(
    open({
      partner: STRANGE,
      clientIdName: STRANGE,
      allowedDomains: Array.from({ length: 10 }, (_, n) => `https://${"a".repeat(50)}${n}.example`),
    }),
    null,
  ),
  connect: next(beginning(open(), null), { type: "began" }),
  "session-ended": next(review, { type: "signed_out" }),
  "destination-none": next(beginning(open(), TRON_WALLET), { type: "began" }),
  destination: next(beginning(open(), WALLET), { type: "began" }),
  "destination-gone": next(review, { type: "refused", trouble: "destination_gone" }),
  review,
  "review-branded": atReview(open({ branding })),
  "review-own-screening": atReview(open({ kyt: null })),
  "review-terms-changed": next(review, { type: "told", state: open({ termsId: "others" }) }),
  "review-unreachable": next(review, { type: "refused", trouble: "unreachable" }),
  "review-refused": next(review, { type: "refused", trouble: "refused", said: "Too many requests" }),
  done: next(review, { type: "linked", linked: { clientId: "cli_6pVnW0cJ5WmYqZ9nVx2kB1rT8sA3dF7g" } }),
  expired: beginning({ kind: "expired", partner: "Acme Payments", branding: null }, null),
  used: beginning({ kind: "used", partner: "Acme Payments", branding }, null),
  "not-found": beginning({ kind: "not_found" }, null),
};
