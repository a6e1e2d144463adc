import { FIRST_BANK_STATES } from "@/components/pay/gallery/bank-states";
import { CONVERTED_PAID, CONVERTED_PART, convertedFacts } from "@/components/pay/gallery/converted";
import { CROSSCHAIN_FIRST_STATES } from "@/components/pay/gallery/crosschain-states";
import { DEPOSIT_ADDRESS_STATES } from "@/components/pay/gallery/deposit-address-states";
import {
  aMulticall,
  anItem,
  aSafe,
  COMMON,
  FEE,
  facts,
  HASH,
  LARGEST,
  multicallFacts,
  networkOf,
  REDIRECT,
  receivedFacts,
  SEVERAL,
  STRANGE,
  shownFor,
  shownOfMulticall,
} from "@/components/pay/gallery/examples";
import type { PageFacts, PageState, PageStateOf } from "@/server/secure-payments/page/page-schema";

const none = { options: [], announced: [], watchedTo: null, safeEnded: null, depositAddress: null };

function ready(of: PageFacts, fee: Parameters<typeof shownFor>[2] = null): PageStateOf<"ready" | "partial"> {
  const kind = of.items.length > 1 ? "batch" : "single";
  return { ...COMMON, ...none, kind: "ready", facts: of, shown: shownFor(of, kind, fee) };
}

function afterSafe(why: NonNullable<PageStateOf<"ready">["safeEnded"]>["why"]): PageState {
  return { ...ready(facts()), safeEnded: { safeTxHash: HASH, why } };
}

const whole = "1250500000";
const masked = facts({ items: [anItem({ recipient: "0x7099…79C8", isMasked: true })], isOpenToAll: false });
const bundle = aMulticall();
/** Five of them are still no more than a token can have. */
const largest = aMulticall({ kind: "open" }, (BigInt(LARGEST) / 5n).toString());
const branding = {
  id: "01M7WM9D7FKFSH7GG6GY105AVH",
  displayName: "Example Shop",
  pageBackgroundColor: "#fff7ed",
  cardBackgroundColor: "#ffffff",
  primaryActionColor: "#ffd400",
  primaryTextColor: "#1f2937",
  secondaryTextColor: "#9ca3af",
};

const BY_MAIL = { id: branding.id, contact: "help@shop.example" };
/** As long as one may be, under a name that is not the merchant's. */
const ON_A_PAGE = {
  id: branding.id,
  orchestratorId: branding.id,
  displayName: "Partner of many shops",
  contact: `https://${"support-".repeat(7)}desk.${"partner-".repeat(6)}of-shops.example/${"help/".repeat(10)}`,
};

/** The page as it opens, in every state that a server can answer. */
export const FIRST_STATES: Record<string, PageState> = {
  ...CROSSCHAIN_FIRST_STATES,
  ...DEPOSIT_ADDRESS_STATES,
  "not-found": { kind: "not_found" },
  unavailable: { kind: "unavailable" },
  hidden: { ...COMMON, kind: "hidden" },
  "blocked-not-listed": { ...COMMON, kind: "blocked", reason: "wallet_not_allowed", facts: facts() },
  "blocked-screened": { ...COMMON, kind: "blocked", reason: "rejected", facts: null },
  "blocked-unknown": { ...COMMON, kind: "blocked", reason: "error", facts: null },
  ready: ready(facts()),
  "ready-with-contact": { ...ready(facts()), branding: BY_MAIL },
  "ready-with-contact-page": { ...ready(facts()), branding: ON_A_PAGE },
  "ready-branded": { ...ready(facts()), branding },
  "ready-dark-brand": {
    ...ready(facts()),
    branding: {
      ...branding,
      pageBackgroundColor: "#1e1b4b",
      cardBackgroundColor: "#312e81",
      primaryTextColor: "#e5e7eb",
      displayRequestBranding: false,
    },
  },
  "ready-verified": ready(facts({ items: [anItem({ isVerified: true })] })),
  "ready-masked": ready(masked),
  "ready-with-fees": ready(
    facts({
      fees: [{ label: "Platform fee", bearer: "payer", amount: FEE.amount, symbol: "USDC", decimals: 6 }],
    }),
    FEE,
  ),
  "ready-all-digits": ready(
    facts({
      network: networkOf("mainnet"),
      items: [
        anItem({
          amount: "123456789012345678901234567",
          symbol: "DAI",
          decimals: 18,
          currency: "DAI-mainnet",
        }),
      ],
    }),
  ),
  "ready-largest": ready(facts({ items: [anItem({ amount: LARGEST })] })),
  "ready-smallest": ready(
    facts({
      network: networkOf("mainnet"),
      items: [anItem({ amount: "1", symbol: "ETH", decimals: 18, currency: "ETH-mainnet" })],
      takesTransfers: false,
    }),
  ),
  "ready-strange-texts": {
    ...ready(facts({ reference: STRANGE.markup })),
    redirect: { url: "https://shop.example", label: STRANGE.long },
  },
  "ready-right-to-left": ready(facts({ reference: STRANGE.rightToLeft })),
  "ready-long-reference": ready(facts({ reference: STRANGE.long })),
  "ready-testnet": ready(
    facts({ network: networkOf("sepolia"), items: [anItem({ currency: "USDC-sepolia" })] }),
  ),
  "ready-in-euros": ready(convertedFacts()),
  "partial-in-euros": { ...ready(CONVERTED_PART), kind: "partial" },
  "already-paid-in-euros": { ...COMMON, kind: "paid", facts: CONVERTED_PAID },
  "no-rate": { kind: "no_rate" },
  "someone-else-is-paying": {
    ...COMMON,
    kind: "ready",
    facts: facts(),
    shown: shownFor(facts(), "single"),
    options: [],
    announced: [{ txHash: HASH, at: "2031-04-27T16:29:00.000Z" }],
    watchedTo: null,
    safeEnded: null,
    depositAddress: null,
  },
  "safe-rejected": afterSafe("rejected"),
  "safe-failed": afterSafe("execution_failed"),
  "safe-replaced": afterSafe("replaced"),
  "safe-too-late": afterSafe("deadline_passed"),
  batch: ready(facts({ paymentType: "batch", items: SEVERAL })),
  bundle: {
    ...COMMON,
    ...none,
    kind: "bundle",
    bundle,
    facts: multicallFacts(bundle),
    shown: shownOfMulticall(bundle),
  },
  "bundle-largest": {
    ...COMMON,
    ...none,
    kind: "bundle",
    bundle: largest,
    facts: multicallFacts(largest),
    shown: shownOfMulticall(largest),
  },
  "bundle-blocked": { ...COMMON, kind: "bundle_blocked", bundle, facts: multicallFacts(bundle) },
  "bundle-several-networks": {
    ...COMMON,
    kind: "bundle_blocked",
    bundle: { ...bundle, isOneNetwork: false },
    facts: null,
  },
  partial: {
    ...COMMON,
    ...none,
    kind: "partial",
    facts: receivedFacts("250500000"),
    shown: shownFor(receivedFacts("250500000"), "single"),
  },
  "seen-not-final": {
    ...COMMON,
    kind: "confirming",
    facts: receivedFacts(whole, false),
    progress: { confirmations: 1, needed: 3, isByAmount: true },
  },
  "already-paid": { ...COMMON, kind: "paid", facts: receivedFacts(whole), redirect: REDIRECT },
  "already-paid-with-invoice": {
    ...COMMON,
    kind: "paid",
    facts: receivedFacts(whole),
    redirect: REDIRECT,
    hasInvoice: true,
  },
  "already-paid-hidden": { ...COMMON, kind: "paid", facts: null },
  overpaid: { ...COMMON, kind: "overpaid", facts: receivedFacts("1300000000") },
  "paid-late": { ...COMMON, kind: "paid_late", facts: receivedFacts(whole) },
  "in-progress": {
    ...COMMON,
    kind: "in_progress",
    facts: facts(),
    safe: aSafe({ signatures: 1, deadline: "2031-04-28T10:00:00.000Z" }),
  },
  "in-progress-unknown": { ...COMMON, kind: "in_progress", facts: facts(), safe: aSafe() },
  "in-progress-signed": {
    ...COMMON,
    kind: "in_progress",
    facts: facts(),
    safe: aSafe({ signatures: 2, rejections: 1 }),
  },
  "in-progress-hidden": { ...COMMON, kind: "in_progress", facts: null, safe: null },
  expired: { ...COMMON, kind: "expired", facts: null },
  "expired-partly-paid": { ...COMMON, kind: "expired", facts: receivedFacts("250500000") },
  invalidated: { ...COMMON, kind: "invalidated" },
  failed: { ...COMMON, kind: "failed" },
  "failed-with-contact": { ...COMMON, kind: "failed", branding: BY_MAIL },
  "already-paid-with-contact": {
    ...COMMON,
    kind: "paid",
    facts: receivedFacts(whole),
    redirect: REDIRECT,
    branding: ON_A_PAGE,
  },
  ...FIRST_BANK_STATES,
};
