import type { Flow, Payer, PayerFunds, Sent, SigningPlan, Trouble, Unsent } from "@/components/pay/flow/flow";
import {
  aMulticall,
  anItem,
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
import { approvalStep, paymentStep } from "@/components/pay/safety/steps";
import type { PageFacts, PageState, PageStateOf } from "@/server/secure-payments/page/page-schema";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";

const PAYER: Payer = { family: "evm", address: WALLET, chainId: 8453 };
const ENOUGH: PayerFunds = { networkFee: "0.000021", nativeBalance: "0.3", hasEnoughGas: true };
const SENT: Sent = { hash: HASH, wallet: WALLET, nonce: 7, isMined: false, at: 0, unsent: null };
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
  };
}

const shared = (page: PageState, more: Partial<Flow> = {}) => ({
  page,
  pinned: null,
  payer: PAYER,
  epoch: 1,
  sent: null,
  trouble: null,
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
  return { steps, at: skip, shown, funds, warnedOf: [] };
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
});
const fees: PageFacts["fees"] = [
  { label: "Platform fee", bearer: "payer", amount: FEE.amount, symbol: "USDC", decimals: 6 },
  { label: "Protocol fee", bearer: "payee", amount: "1", symbol: "USDC", decimals: 6 },
];
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
});
const paidMulticall = aMulticall({ kind: "paid" });

/** Every step of the journey, and everything that can go wrong in it. */
export const FLOW_STATES: Record<string, Flow> = {
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
  "choose-bundle": { ...shared(multicallPage()), step: "choose" },
  "wrong-network": { ...shared(page, { payer: { ...PAYER, chainId: 1 } }), step: "choose" },
  "insufficient-balance": { ...shared(ready(facts(), false)), step: "choose" },
  "insufficient-gas": {
    ...shared(page),
    step: "review",
    plan: plan(1, { networkFee: "0.0002", nativeBalance: "0.00001", hasEnoughGas: false }),
  },
  switching: { ...shared(page), step: "switching" },
  preparing: { ...shared(page), step: "preparing" },
  reset: { ...shared(ready(usdt)), step: "review", plan: planOf(shownFor(usdt, "single"), 0) },
  approve: { ...shared(page), step: "review", plan: plan(0) },
  "approve-in-wallet": { ...shared(page), step: "signing", plan: plan(0) },
  "approve-on-its-way": { ...shared(page), step: "settling", plan: plan(0), hash: HASH, unsent: null },
  pay: { ...shared(page), step: "review", plan: plan(1) },
  "pay-with-fees": {
    ...shared(ready(facts({ fees }))),
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
  "pay-in-wallet": { ...shared(page), step: "signing", plan: plan(1) },
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
        progress: { confirmations: 2, needed: 3 },
      },
      { sent: SENT },
    ),
    step: "confirming",
  },
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
