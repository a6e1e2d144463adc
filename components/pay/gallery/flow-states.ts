import type {
  Flow,
  Payer,
  PayerFunds,
  Sent,
  SigningPlan,
  Trouble,
  Unsent,
} from "@/components/pay/flow/flow-state";
import { BANK_PAGES } from "@/components/pay/gallery/bank-states";
import { QUOTED, QUOTED_FACTS } from "@/components/pay/gallery/converted";
import { CROSSCHAIN_FLOW_STATES } from "@/components/pay/gallery/crosschain-states";
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
  shownFor,
  shownOfMulticall,
  WALLET,
} from "@/components/pay/gallery/examples";
import { builtApprovals, builtPayment, expectationOf } from "@/components/pay/safety/expected";
import { approvalStep, batchOf, paymentStep } from "@/components/pay/safety/steps";
import { NETWORKS } from "@/server/chains/networks";
import type { PageFacts, PageState, PageStateOf } from "@/server/secure-payments/page/page-schema";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";

const PAYER: Payer = { family: "evm", address: WALLET, chainId: 8453 };
const ENOUGH: PayerFunds = {
  networkFee: "0.000021",
  networkFeeUsd: "0.066412",
  nativeBalance: "0.3",
  hasEnoughGas: true,
};
const SENT: Sent = {
  isSafe: false,
  hash: HASH,
  batch: null,
  reference: null,
  wallet: WALLET,
  from: null,
  nonce: 7,
  isMined: false,
  at: 0,
  unsent: null,
};
/** Long after anybody looks at this. */
const UNSENT: Unsent = {
  signed: { txID: HASH.slice(2), raw_data_hex: "", signature: [] },
  until: Date.parse("2091-04-27T16:35:00Z"),
};

const option = { symbol: "USDC", balance: "2000.75", needed: "1250.5", hasEnough: true };

function ready(of: PageFacts = facts(), hasEnough = true): PageStateOf<"ready" | "partial"> {
  const options = [hasEnough ? option : { ...option, balance: "12.000001", hasEnough: false }];
  return {
    ...COMMON,
    kind: "ready",
    facts: of,
    shown: shownFor(of, "single"),
    options,
    announced: [],
    watchedTo: null,
    safeEnded: null,
    depositAddress: null,
  };
}

/** A part of it has arrived, from this wallet or another. */
const partial: PageStateOf<"ready" | "partial"> = { ...ready(receivedFacts("250500000")), kind: "partial" };

const shared = (page: PageState, more: Partial<Flow> = {}) => ({
  page,
  pinned: null,
  payer: PAYER,
  sources: null,
  source: null,
  price: null,
  epoch: 1,
  sent: null,
  unanswered: [],
  trouble: null,
  isFresh: false,
  isSilent: false,
  ...more,
});

/** The steps as the page makes them, for what is shown; `skip` is how many are done. */
function planOf(shown: ShownPayment, skip: number, funds: PayerFunds = ENOUGH): SigningPlan {
  const expectation = expectationOf(shown);
  const recipients = shown.legs.map(({ recipient }) => recipient.address);
  const steps = [
    ...builtApprovals(expectation).map((approval) => approvalStep(expectation.network, approval)),
    paymentStep(expectation, builtPayment(expectation, recipients), recipients),
  ];
  return { steps, at: skip, batch: null, safe: null, shown, funds, warnedOf: [], price: null };
}

/** The same in one step, for a wallet that does all of it or nothing. */
function atOnce(shown: ShownPayment): SigningPlan {
  const plan = planOf(shown, 0);
  return { ...plan, batch: batchOf(NETWORKS[shown.network], plan.steps) };
}

/** The same as a Safe of several owners is asked for it. */
function toSafe(shown: ShownPayment): SigningPlan {
  return { ...atOnce(shown), safe: { threshold: 2, owners: 3 } };
}

const page = ready();
const plan = (skip: number, funds?: PayerFunds) => planOf(page.shown, skip, funds);
const troubled = (trouble: Trouble, skip = 1): Flow => ({
  ...shared(page, { trouble }),
  step: "review",
  plan: plan(skip),
});
const chosen = (trouble: Trouble): Flow => ({ ...shared(page, { trouble }), step: "choose" });

const usdt = facts({
  network: networkOf("mainnet"),
  items: [anItem({ symbol: "USDT", currency: "USDT-mainnet" })],
});
const largest = facts({ items: [anItem({ amount: LARGEST })] });
const smallest = facts({
  network: networkOf("mainnet"),
  items: [anItem({ amount: "1", symbol: "ETH", decimals: 18, currency: "ETH-mainnet" })],
  takesTransfers: false,
});
const fees: PageFacts["fees"] = [
  { label: "Platform fee", bearer: "payer", amount: FEE.amount, symbol: "USDC", decimals: 6 },
  { label: "Protocol fee", bearer: "payee", amount: "1", symbol: "USDC", decimals: 6 },
];
const quotedPage: PageStateOf<"ready"> = {
  ...COMMON,
  kind: "ready",
  facts: QUOTED_FACTS,
  shown: QUOTED,
  options: [{ ...option, needed: "1357.141421" }],
  announced: [],
  watchedTo: null,
  safeEnded: null,
  depositAddress: null,
};
const openMulticall = aMulticall({ kind: "open" });
const multicallPage = (): PageStateOf<"bundle"> => ({
  ...COMMON,
  kind: "bundle",
  bundle: openMulticall,
  facts: multicallFacts(openMulticall),
  shown: shownOfMulticall(openMulticall, { ...FEE, amount: "1500000" }),
  options: [{ ...option, needed: "511.50001" }],
  announced: [],
  watchedTo: null,
  safeEnded: null,
  depositAddress: null,
});
const paidMulticall = aMulticall({ kind: "paid" });

/** Every step of the journey, and everything that can go wrong in it. */
export const FLOW_STATES: Record<string, Flow> = {
  ...CROSSCHAIN_FLOW_STATES,
  connect: { ...shared(page, { payer: null }), step: "connect" },
  checking: { ...shared(page), step: "checking" },
  "stopped-not-listed": {
    ...shared({ ...COMMON, kind: "blocked", reason: "wallet_not_allowed", facts: facts() }),
    step: "stopped",
  },
  "stopped-screened": {
    ...shared({ ...COMMON, kind: "blocked", reason: "rejected", facts: null }),
    step: "stopped",
  },
  "stopped-unavailable": { ...shared({ kind: "unavailable" }), step: "stopped" },
  "stopped-expired": { ...shared({ ...COMMON, kind: "expired", facts: null }), step: "stopped" },
  choose: { ...shared(page), step: "choose" },
  "choose-quoted": { ...shared(quotedPage), step: "choose" },
  "pay-quoted": { ...shared(quotedPage), step: "review", plan: planOf(QUOTED, 1) },
  "quote-renewed": {
    ...shared(quotedPage, {
      trouble: { code: "quote_renewed", before: "1349.892", after: "1357.141421", symbol: "USDC" },
    }),
    step: "choose",
  },
  "stopped-no-rate": { ...shared({ kind: "no_rate" }), step: "stopped" },
  "choose-partial": { ...shared(partial), step: "choose" },
  "pay-partial": {
    ...shared(partial),
    step: "review",
    plan: planOf(partial.shown, 1),
  },
  "choose-bundle": { ...shared(multicallPage()), step: "choose" },
  "wrong-network": { ...shared(page, { payer: { ...PAYER, chainId: 1 } }), step: "choose" },
  "insufficient-balance": { ...shared(ready(facts(), false)), step: "choose" },
  "insufficient-gas": {
    ...shared(page),
    step: "review",
    plan: plan(1, {
      networkFee: "0.0002",
      networkFeeUsd: "0.63",
      nativeBalance: "0.00001",
      hasEnoughGas: false,
    }),
  },
  switching: { ...shared(page), step: "switching" },
  preparing: { ...shared(page), step: "preparing" },
  reset: { ...shared(ready(usdt)), step: "review", plan: planOf(shownFor(usdt, "single"), 0) },
  approve: { ...shared(page), step: "review", plan: plan(0) },
  "approve-in-wallet": { ...shared(page), step: "signing", plan: plan(0), isHandedOver: true },
  "approve-on-its-way": { ...shared(page), step: "settling", plan: plan(0), hash: HASH, unsent: null },
  pay: { ...shared(page), step: "review", plan: plan(1) },
  "pay-at-once": { ...shared(page), step: "review", plan: atOnce(page.shown) },
  "pay-at-once-reset": { ...shared(ready(usdt)), step: "review", plan: atOnce(shownFor(usdt, "single")) },
  "pay-at-once-in-wallet": { ...shared(page), step: "signing", plan: atOnce(page.shown), isHandedOver: true },
  "propose-to-safe": { ...shared(page), step: "review", plan: toSafe(page.shown) },
  "propose-to-safe-in-wallet": {
    ...shared(page),
    step: "signing",
    plan: toSafe(page.shown),
    isHandedOver: true,
  },
  "proposed-to-safe": {
    ...shared(page, { sent: { ...SENT, hash: null, batch: HASH, isSafe: true } }),
    step: "confirming",
  },
  "stopped-in-safe": {
    ...shared({ ...COMMON, kind: "in_progress", facts: facts(), safe: aSafe() }),
    step: "stopped",
  },
  "choose-after-safe": {
    ...shared({ ...ready(), safeEnded: { safeTxHash: HASH, why: "deadline_passed" } }),
    step: "choose",
  },
  "safe-without-batches": chosen({ code: "safe_no_batch" }),
  "not-at-once": troubled({ code: "wallet", reason: "no_batch" }, 0),
  "batch-sent": { ...shared(page, { sent: { ...SENT, hash: null, batch: "0x1234" } }), step: "confirming" },
  "batch-failed": chosen({ code: "batch_failed" }),
  "batch-partly": chosen({ code: "batch_partly" }),
  unpaid: chosen({ code: "unpaid", hash: HASH }),
  "pay-with-fees": {
    ...shared({ ...ready(facts({ fees })), shown: shownFor(facts(), "single", FEE) }),
    step: "review",
    plan: planOf(shownFor(facts(), "single", FEE), 1),
  },
  "choose-largest": {
    ...shared({ ...ready(largest), options: [{ ...option, balance: LARGEST, needed: LARGEST }] }),
    step: "choose",
  },
  "short-largest": {
    ...shared({ ...ready(largest), options: [{ ...option, needed: LARGEST, hasEnough: false }] }),
    step: "choose",
  },
  "approve-largest": {
    ...shared(ready(largest)),
    step: "review",
    plan: planOf(shownFor(largest, "single"), 0),
  },
  "pay-largest": { ...shared(ready(largest)), step: "review", plan: planOf(shownFor(largest, "single"), 1) },
  "pay-smallest": {
    ...shared(ready(smallest)),
    step: "review",
    plan: planOf(shownFor(smallest, "single"), 0),
  },
  "pay-bundle": {
    ...shared(multicallPage()),
    step: "review",
    plan: planOf(multicallPage().shown, 1),
  },
  "pay-last-check": { ...shared(page), step: "signing", plan: plan(1), isHandedOver: false },
  "pay-in-wallet": { ...shared(page), step: "signing", plan: plan(1), isHandedOver: true },
  "choose-unanswered": { ...shared(page, { unanswered: [0] }), step: "choose" },
  "pay-unanswered": { ...shared(page, { unanswered: [0] }), step: "review", plan: plan(1) },
  "maybe-sent": troubled({ code: "maybe_sent" }),
  "short-with-contact": {
    ...shared({ ...ready(facts(), false), branding: { id: "", contact: "help@shop.example" } }),
    step: "choose",
  },
  "sent-unanswered": { ...shared(page, { sent: SENT, unanswered: [0] }), step: "confirming" },
  "rejected-in-wallet": troubled({ code: "wallet", reason: "rejected" }),
  "wallet-still-busy": troubled({ code: "wallet", reason: "pending_request" }),
  "wallet-failed": troubled({ code: "wallet", reason: "failed" }),
  "approval-reverted": troubled({ code: "approval_reverted", hash: HASH }, 0),
  "allowance-lowered": troubled({ code: "allowance_short" }, 0),
  "wallet-changed": chosen({ code: "wallet_changed" }),
  "network-changed": chosen({ code: "network_changed" }),
  "payment-changed": chosen({ code: "payment_changed" }),
  "failed-on-chain": chosen({ code: "reverted", hash: HASH }),
  replaced: chosen({ code: "replaced", hash: HASH }),
  unreachable: chosen({ code: "unreachable" }),
  refused: {
    ...shared(page),
    step: "refused",
    problem: { field: "recipient", expected: page.facts.items[0]?.recipient ?? "", got: WALLET },
  },
  sent: { ...shared(page, { sent: SENT }), step: "confirming" },
  confirming: {
    ...shared(
      {
        ...COMMON,
        kind: "confirming",
        facts: receivedFacts("1250500000", false),
        progress: { confirmations: 2, needed: 3, isByAmount: false },
      },
      { sent: SENT },
    ),
    step: "confirming",
  },
  "prepare-to-bank": { ...shared(BANK_PAGES["prepare-to-bank"]), step: "stopped" },
  "wallet-of-another-to-bank": { ...shared(BANK_PAGES["wallet-of-another-to-bank"]), step: "stopped" },
  "bounced-to-bank": { ...shared(BANK_PAGES["bounced-to-bank"]), step: "stopped" },
  "choose-to-bank": { ...shared(BANK_PAGES["choose-to-bank"]), step: "choose" },
  "done-to-bank": { ...shared(BANK_PAGES["done-to-bank"]), step: "done" },
  done: {
    ...shared({ ...COMMON, kind: "paid", facts: receivedFacts("1250500000"), redirect: REDIRECT }),
    step: "done",
  },
  "done-local": {
    ...shared({
      ...COMMON,
      kind: "paid",
      facts: receivedFacts("1250500000", true, { network: { ...networkOf("base"), explorer: null } }),
    }),
    step: "done",
  },
  "done-bundle": {
    ...shared({ ...COMMON, kind: "paid", bundle: paidMulticall, facts: multicallFacts(paidMulticall) }),
    step: "done",
  },
  silent: { ...shared(page, { isSilent: true }), step: "choose" },
  "checking-silent": { ...shared(page, { isSilent: true }), step: "checking" },
  unsent: { ...shared(page, { sent: { ...SENT, unsent: UNSENT } }), step: "confirming" },
  "unsent-over": {
    ...shared(page, { sent: { ...SENT, unsent: { ...UNSENT, until: 0 } } }),
    step: "confirming",
  },
  "approve-unsent": { ...shared(page), step: "settling", plan: plan(0), hash: HASH, unsent: UNSENT },
  "sent-silent": { ...shared(page, { sent: SENT, isSilent: true }), step: "confirming" },
  offline: { ...shared(page), step: "choose" },
};
