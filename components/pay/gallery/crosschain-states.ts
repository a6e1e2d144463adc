import type { Flow, SigningPlan } from "@/components/pay/flow/flow-state";
import {
  aMulticall,
  COMMON,
  facts,
  HASH,
  multicallFacts,
  receivedFacts,
  shownFor,
  shownOfMulticall,
  WALLET,
} from "@/components/pay/gallery/examples";
import type { DepositPrice, DepositShare } from "@/components/pay/safety/crosschain/price";
import type { ChosenSource } from "@/components/pay/safety/crosschain/route";
import {
  builtApprovals,
  type Expectation,
  expectationOf,
  type Transfer,
} from "@/components/pay/safety/expected";
import { approvalStep, batchOf, depositStep } from "@/components/pay/safety/steps";
import { depositCall } from "@/server/chains/evm/crosschain/deposit";
import { paymentMessage } from "@/server/chains/evm/crosschain/message";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { tokensOf } from "@/server/currencies/tokens";
import type { PageDeposit, PageSource, PageSources } from "@/server/secure-payments/page/crosschain-schema";
import type { PageMulticall } from "@/server/secure-payments/page/multicall-schema";
import type { PageFacts, PageState, PageStateOf } from "@/server/secure-payments/page/page-schema";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";

const whole = "1250500000";
const FILL = `0x${"f1".repeat(32)}`;
const { id, name, chainId, explorer } = EVM_NETWORKS["arbitrum-one"];

function aDeposit(state: PageDeposit["state"], more: Partial<PageDeposit> = {}): PageDeposit {
  const isFilled = state === "filled" || state === "filled_call_failed";
  return {
    state,
    item: 0,
    from: { id, name, chainId, explorer },
    depositId: "1842077",
    txHash: HASH,
    amount: "1251135250",
    symbol: "USDC",
    decimals: 6,
    arrives: whole,
    fillTxHash: isFilled ? FILL : null,
    refundTxHash: state === "refunded" ? FILL : null,
    refundTo: WALLET,
    deadline: "2031-04-27T18:29:00.000Z",
    at: "2031-04-27T16:29:00.000Z",
    ...more,
  };
}

function brought(state: PageDeposit["state"], received?: string): PageFacts {
  const deposits = [aDeposit(state)];
  return received === undefined
    ? facts({ deposits })
    : {
        ...receivedFacts(received),
        deposits,
        transfers: receivedFacts(received).transfers.map((one) => ({ ...one, txHash: FILL })),
      };
}

function ready(of: PageFacts, hasEnough = true): PageStateOf<"ready"> {
  const option = {
    symbol: "USDC",
    balance: hasEnough ? "2000.75" : "12.000001",
    needed: "1250.5",
    hasEnough,
  };
  return {
    ...COMMON,
    kind: "ready",
    facts: of,
    shown: shownFor(of, "single"),
    options: [option],
    announced: [],
    watchedTo: null,
    safeEnded: null,
    depositAddress: null,
  };
}

const bridging = (state: PageDeposit["state"]): PageStateOf<"bridging"> => ({
  ...COMMON,
  kind: "bridging",
  facts: brought(state),
});
const asOpened = (state: PageDeposit["state"]): PageState => ({
  ...ready(brought(state)),
  options: [],
});

/** A payment from another network as the page opens on it. */
export const CROSSCHAIN_FIRST_STATES: Record<string, PageState> = {
  bridging: bridging("bridging"),
  "bridging-expired": bridging("expired"),
  "bridging-filled": bridging("filled"),
  "bridging-call-failed": bridging("filled_call_failed"),
  "ready-refunding": asOpened("refunding"),
  "ready-refunded": asOpened("refunded"),
  "ready-bridge-failed": asOpened("failed"),
  "paid-from-elsewhere": { ...COMMON, kind: "paid", facts: brought("filled", whole) },
  "paid-call-failed": { ...COMMON, kind: "paid", facts: brought("filled_call_failed", whole) },
  "overpaid-from-elsewhere": { ...COMMON, kind: "overpaid", facts: brought("filled", "1250900000") },
};

const ARBITRUM: ChosenSource = { network: "arbitrum-one", chain: "ARBITRUM", symbol: "USDC" };
const source = (of: ChosenSource, state: PageSource["state"], balance: string | null): PageSource => ({
  ...of,
  state,
  balance,
  needed: "1251.13525",
  fee: "0.63525",
});
const LISTED: PageSources = {
  state: "listed",
  sources: [
    source(ARBITRUM, "enough", "4000"),
    source({ network: "mainnet", chain: "ETHEREUM", symbol: "USDT" }, "enough", "1300.000001"),
    source({ network: "bsc", chain: "BNB", symbol: "USDC" }, "short", "3.000000000000000001"),
    source({ network: "matic", chain: "POLYGON", symbol: "USDT" }, "unknown", null),
  ],
};

const PRICE: DepositPrice = {
  network: "arbitrum-one",
  symbol: "USDC",
  decimals: 6,
  amount: 1_251_135_250n,
  fee: 635_250n,
  deposits: [
    {
      amount: 1_251_135_250n,
      fee: 635_250n,
      arrives: { currency: "USDC-base", symbol: "USDC", decimals: 6, units: 1_250_500_000n },
    },
  ],
  // Long after anybody looks at this.
  expiresAt: 3_000_000_000,
  deadline: 3_000_007_200,
};

const shared = (page: PageState, more: Partial<Flow> = {}) => ({
  page,
  pinned: null,
  payer: { family: "evm" as const, address: WALLET, chainId },
  sources: LISTED,
  source: ARBITRUM,
  price: PRICE,
  epoch: 1,
  sent: null,
  unanswered: [],
  trouble: null,
  isFresh: false,
  isSilent: false,
  ...more,
});

const hex = (text: string): `0x${string}` => `0x${text.slice(2)}`;

function depositOf(
  { leg, token, amount, reference, fee }: Transfer,
  { pool, inputToken }: { pool: `0x${string}`; inputToken: `0x${string}` },
  share: DepositShare,
  fillDeadline: number,
) {
  const payee = hex(leg.recipient.address);
  const outputToken = hex(token.address ?? "");
  const { acrossHandler, erc20FeeProxy } = EVM_NETWORKS.base.contracts;
  const payment = {
    token: outputToken,
    payee,
    amount,
    reference,
    fee: fee && { ...fee, address: hex(fee.address) },
  };
  const { data } = depositCall(pool, {
    depositor: hex(WALLET),
    recipient: acrossHandler?.address ?? "0x",
    inputToken,
    outputToken,
    inputAmount: share.amount,
    outputAmount: share.arrives.units,
    destinationChainId: EVM_NETWORKS.base.chainId,
    exclusiveRelayer: "0x0000000000000000000000000000000000000000",
    exclusivitySeconds: 0,
    quoteTimestamp: 2_999_999_900,
    fillDeadline,
    message: paymentMessage({ proxy: erc20FeeProxy.address, payments: [payment], fallbackRecipient: payee }),
  });
  return { payee, data };
}

/** The steps as the page makes them; `skip` is how many are done. */
function planOf(
  skip: number,
  price: DepositPrice = PRICE,
  shown: ShownPayment = shownFor(facts(), "single"),
): SigningPlan {
  const expectation = expectationOf(shown);
  const network = EVM_NETWORKS["arbitrum-one"];
  const pool = network.contracts.acrossSpokePool?.address ?? "0x";
  const [token] = tokensOf("arbitrum-one").filter(({ symbol }) => symbol === "USDC");
  if (!token?.address) throw new Error("no USDC");
  const contract = { name: "AcrossSpokePool", address: pool } as const;
  const side = (amount: bigint): Expectation => ({
    network,
    transfers: [],
    contract,
    spends: [{ token, amount, spender: pool }],
  });
  const deposits = expectation.transfers.map((transfer, index) => {
    const share = price.deposits[index] ?? price.deposits[0];
    const { payee, data } = depositOf(
      transfer,
      { pool, inputToken: hex(token.address ?? "") },
      share,
      price.deadline,
    );
    const built = { contract: contract.name, to: pool, data, value: 0n, feeLimit: null };
    return depositStep({ ...expectation, transfers: [transfer] }, side(share.amount), built, [payee]);
  });
  const steps = [...builtApprovals(side(price.amount)).map((one) => approvalStep(network, one)), ...deposits];
  const funds = { networkFee: "0.000021", networkFeeUsd: null, nativeBalance: "0.3", hasEnoughGas: true };
  return { steps, at: skip, batch: null, safe: null, shown, funds, warnedOf: [], price };
}

const page = ready(facts(), false);
const sent: Flow["sent"] = {
  isSafe: false,
  hash: HASH,
  batch: null,
  reference: null,
  wallet: WALLET,
  from: "arbitrum-one",
  nonce: 7,
  isMined: false,
  at: Date.parse("2091-04-27T16:35:00Z"),
  unsent: null,
};

const openBundle: PageMulticall = { ...aMulticall({ kind: "open" }), fees: [] };
const bundlePage = (of: PageMulticall, deposits: PageDeposit[] = []): PageStateOf<"bundle"> => ({
  ...COMMON,
  kind: "bundle",
  bundle: of,
  facts: { ...multicallFacts(of), deposits },
  shown: shownOfMulticall(of),
  options: [{ symbol: "USDC", balance: "12.000001", needed: "510.00001", hasEnough: false }],
  announced: [],
  watchedTo: null,
  safeEnded: null,
  depositAddress: null,
});
const bundleShown = shownOfMulticall(openBundle);
const shares = bundleShown.legs.map(({ amount }): DepositShare => {
  const units = BigInt(amount);
  return {
    amount: units + 60_000n,
    fee: 60_000n,
    arrives: { currency: "USDC-base", symbol: "USDC", decimals: 6, units },
  };
});
const [firstShare, ...otherShares] = shares;
if (!firstShare) throw new Error("a bundle without a payment");
const sumOf = (part: "amount" | "fee") => shares.reduce((sum, share) => sum + share[part], 0n);
const BUNDLE_PRICE: DepositPrice = {
  ...PRICE,
  amount: sumOf("amount"),
  fee: sumOf("fee"),
  deposits: [firstShare, ...otherShares],
};
const bundlePlan = (skip: number): SigningPlan => planOf(skip, BUNDLE_PRICE, bundleShown);
const bundleBatch = (): SigningPlan => {
  const plan = bundlePlan(0);
  return { ...plan, batch: batchOf(EVM_NETWORKS["arbitrum-one"], plan.steps) };
};
const movingBundle: PageMulticall = { ...aMulticall({ kind: "moving" }), fees: [] };
const ofItem = (item: number, state: PageDeposit["state"]): PageDeposit =>
  aDeposit(state, {
    item,
    depositId: `18420${item}`,
    txHash: `0x${String(item + 1).repeat(64)}`,
    amount: shares[item]?.amount.toString() ?? "0",
    arrives: shares[item]?.arrives.units.toString() ?? "0",
  });

/** The journey of a payment from another network. */
export const CROSSCHAIN_FLOW_STATES: Record<string, Flow> = {
  "choose-source": { ...shared(ready(facts()), { source: null }), step: "choose" },
  "choose-source-short": { ...shared(page), step: "choose" },
  "choose-source-away": {
    ...shared(ready(facts()), { sources: { state: "away", sources: [] }, source: null }),
    step: "choose",
  },
  "short-source-away": {
    ...shared(page, { sources: { state: "away", sources: [] }, source: null }),
    step: "choose",
  },
  "choose-source-too-low": {
    ...shared(ready(facts()), { sources: { state: "too_low", sources: [] }, source: null }),
    step: "choose",
  },
  "choose-after-refund": { ...shared(ready(brought("refunded")), { source: null }), step: "choose" },
  "no-route": { ...shared(page, { trouble: { code: "no_route" } }), step: "choose" },
  "bridge-away": { ...shared(page, { trouble: { code: "bridge_away" } }), step: "choose" },
  "bridge-no-safe": { ...shared(page, { trouble: { code: "bridge_no_safe" } }), step: "choose" },
  "approve-deposit": { ...shared(page), step: "review", plan: planOf(0) },
  "pay-deposit": { ...shared(page), step: "review", plan: planOf(1) },
  "price-over": {
    ...shared(page),
    step: "review",
    plan: planOf(1, { ...PRICE, expiresAt: 1_900_000_000 - 10 ** 9 }),
  },
  "price-renewed": {
    ...shared(page, {
      trouble: { code: "price_renewed", before: "1251.13525", after: "1251.3", symbol: "USDC" },
    }),
    step: "review",
    plan: planOf(1),
  },
  "deposit-sent": { ...shared(page, { sent }), step: "confirming" },
  "deposit-bridging": { ...shared(bridging("bridging"), { sent }), step: "confirming" },
  "deposit-filled": {
    ...shared(
      {
        ...COMMON,
        kind: "confirming",
        facts: brought("filled", whole),
        progress: { confirmations: 1, needed: 3, isByAmount: false },
      },
      { sent },
    ),
    step: "confirming",
  },
  "bundle-choose-source": { ...shared(bundlePage(openBundle)), step: "choose" },
  "bundle-elsewhere-only": {
    ...shared(
      { ...bundlePage(openBundle), options: [] },
      { sources: { state: "none", sources: [] }, source: null },
    ),
    step: "choose",
  },
  "bundle-approve-deposits": { ...shared(bundlePage(openBundle)), step: "review", plan: bundlePlan(0) },
  "bundle-pay-deposit": { ...shared(bundlePage(openBundle)), step: "review", plan: bundlePlan(1) },
  "bundle-pay-deposits": { ...shared(bundlePage(openBundle)), step: "review", plan: bundleBatch() },
  "bundle-deposit-sent": { ...shared(bundlePage(openBundle), { sent }), step: "confirming" },
  "bundle-deposits-bridging": {
    ...shared({
      ...COMMON,
      kind: "confirming",
      bundle: movingBundle,
      facts: {
        ...multicallFacts(movingBundle),
        deposits: [ofItem(0, "filled"), ofItem(1, "bridging"), ofItem(2, "expired")],
      },
      progress: { confirmations: 0, needed: 3, isByAmount: false },
    }),
    step: "confirming",
  },
  "bundle-deposit-back": {
    ...shared(bundlePage(openBundle, [ofItem(0, "refunded")]), { source: null }),
    step: "choose",
  },
  "deposit-paid": {
    ...shared({ ...COMMON, kind: "paid", facts: brought("filled", whole) }),
    step: "done",
  },
};
