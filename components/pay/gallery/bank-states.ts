import {
  anItem,
  COMMON,
  facts,
  networkOf,
  REDIRECT,
  receivedFacts,
  shownFor,
  WALLET,
} from "@/components/pay/gallery/examples";
import {
  BANK_STAGES,
  type BankStage,
  isBeforePaying,
  type PageBank,
} from "@/server/secure-payments/offramp/bank-schema";
import type { PageState, PageStateOf } from "@/server/secure-payments/page/page-schema";

const ACCOUNT = {
  bankName: "First Bank of Everywhere",
  account: "••••3000",
  currency: "EUR",
  symbol: "USDC",
};
/** Before the deposit address is open. */
const CHOSEN: PageBank = {
  ...ACCOUNT,
  receives: null,
  isEstimate: true,
  rate: null,
  fees: [],
  returnsTo: null,
  isDelivered: false,
};
const BOUND: PageBank = {
  ...ACCOUNT,
  receives: "1147.21",
  isEstimate: true,
  rate: "0.9234",
  fees: [
    { type: "developer_fee", amount: "2.5" },
    { type: "exchange_fee", amount: "5.63" },
  ],
  returnsTo: WALLET,
  isDelivered: false,
};
const NO_ACCOUNT: PageBank = { ...CHOSEN, bankName: null, account: null, currency: null };
const unopened = facts({
  network: networkOf("sepolia"),
  items: [anItem({ recipient: "", currency: "USDC-sepolia" })],
  isOpenToAll: false,
});
const whole = "1250500000";
const paid = receivedFacts(whole, true, { isOpenToAll: false });

function waiting(stage: BankStage): PageStateOf<"to_bank"> {
  const isBefore = isBeforePaying(stage) && stage !== "other_wallet";
  const hasUrl = /^(identity|agreement)(_rejected)?$/.test(stage);
  const isEarly = BANK_STAGES.indexOf(stage) < BANK_STAGES.indexOf("bank_pending");
  return {
    ...COMMON,
    kind: "to_bank",
    redirect: isBeforePaying(stage) ? null : REDIRECT,
    bank: isEarly ? NO_ACCOUNT : isBefore ? CHOSEN : BOUND,
    facts: isBefore ? unopened : stage === "other_wallet" ? facts({ isOpenToAll: false }) : paid,
    stage,
    checkUrl: hasUrl ? "https://provider.example/check" : null,
  };
}

const READY: PageStateOf<"ready"> = {
  ...COMMON,
  kind: "ready",
  facts: facts({ isOpenToAll: false }),
  shown: shownFor(facts(), "single"),
  options: [{ symbol: "USDC", balance: "2000.75", needed: "1250.5", hasEnough: true }],
  announced: [],
  watchedTo: null,
  safeEnded: null,
  depositAddress: null,
  bank: BOUND,
};
const DELIVERED: PageState = {
  ...COMMON,
  kind: "paid",
  facts: paid,
  redirect: REDIRECT,
  bank: { ...BOUND, isEstimate: false, isDelivered: true },
};

/** The page as it opens on a link to a bank account. */
export const FIRST_BANK_STATES: Record<string, PageState> = {
  ...Object.fromEntries(
    BANK_STAGES.map((stage) => [`to-bank-${stage.replaceAll("_", "-")}`, waiting(stage)]),
  ),
  "to-bank-ready": READY,
  "to-bank-delivered": DELIVERED,
};

/** The same with a wallet. */
export const BANK_PAGES = {
  "prepare-to-bank": waiting("open"),
  "wallet-of-another-to-bank": waiting("other_wallet"),
  "bounced-to-bank": waiting("bounced"),
  "choose-to-bank": READY,
  "done-to-bank": DELIVERED,
};
