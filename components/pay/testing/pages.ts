import { EVM_NETWORKS } from "@/server/chains/networks";
import type { PageFacts, PageState, PageStateOf } from "@/server/secure-payments/page/page-schema";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";

const RECIPIENT = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65";
export const REFERENCE = "0x01e374b152db2523";

/** What the server says of a link over 10 USDC on Base. */
export const FACTS: PageFacts = {
  paymentType: "single",
  network: {
    id: "base",
    family: "evm",
    name: "Base",
    chainId: 8453,
    isTestnet: false,
    sourceChain: "BASE",
    native: { symbol: "ETH", decimals: 18 },
    explorer: EVM_NETWORKS.base.explorer,
  },
  items: [
    {
      requestId: `01${"ab".repeat(32)}`,
      recipient: RECIPIENT,
      isMasked: false,
      isVerified: false,
      isComing: false,
      amount: "10000000",
      symbol: "USDC",
      decimals: 6,
      currency: "USDC-base",
      paymentReference: REFERENCE,
      received: "0",
      invoice: null,
    },
  ],
  fees: [],
  reference: "INV-1",
  expiresAt: "2030-01-01T00:00:00.000Z",
  isOpenToAll: true,
  takesTransfers: true,
  hasPublicReceipt: true,
  transfers: [],
  deposits: [],
};

export function shownTo(payer: string | null): ShownPayment {
  return {
    kind: "single",
    network: "base",
    payer,
    quote: null,
    approved: [],
    legs: [
      {
        role: "payment",
        item: 0,
        currency: "USDC-base",
        amount: "10000000",
        recipient: { address: RECIPIENT, commitment: null },
        reference: REFERENCE,
        fee: null,
      },
    ],
  };
}

export const COMMON = {
  token: "01M7WM9D7FKFSH7GG6GY105AVH",
  branding: null,
  merchant: "Example Shop",
  redirect: null,
  bundle: null,
  bank: null,
  hasInvoice: false,
};

export function aReadyPage(payer: string | null = null): PageStateOf<"ready"> {
  return {
    ...COMMON,
    kind: "ready",
    facts: FACTS,
    shown: shownTo(payer),
    options: [],
    announced: [],
    watchedTo: null,
    safeEnded: null,
    depositAddress: null,
  };
}

/** One page of every kind in which nothing can be paid now. */
export const STOPPED_PAGES: PageState[] = [
  { kind: "not_found" },
  { ...COMMON, kind: "blocked", reason: "rejected", facts: FACTS },
  { ...COMMON, kind: "expired", facts: null },
  { ...COMMON, kind: "invalidated" },
  { ...COMMON, kind: "failed" },
  { ...COMMON, kind: "in_progress", facts: FACTS, safe: null },
  { ...COMMON, kind: "to_bank", facts: FACTS, stage: "identity", checkUrl: null },
];

export const PAID_PAGES: PageState[] = (["paid", "overpaid", "paid_late"] as const).map((kind) => ({
  ...COMMON,
  kind,
  facts: FACTS,
}));

export const CONFIRMING_PAGE: PageState = {
  ...COMMON,
  kind: "confirming",
  facts: FACTS,
  progress: { confirmations: 1, needed: 3, isByAmount: false },
};
