import type { Flow, SigningPlan } from "@/components/pay/flow/flow-state";
import { COMMON, facts, HASH, receivedFacts, shownFor, WALLET } from "@/components/pay/gallery/examples";
import type { DepositPrice } from "@/components/pay/safety/crosschain/price";
import type { ChosenSource } from "@/components/pay/safety/crosschain/route";
import { builtApprovals, type Expectation, expectationOf } from "@/components/pay/safety/expected";
import { approvalStep, depositStep } from "@/components/pay/safety/steps";
import { depositCall } from "@/server/chains/evm/crosschain/deposit";
import { paymentMessage } from "@/server/chains/evm/crosschain/message";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { tokensOf } from "@/server/currencies/tokens";
import type { PageDeposit, PageSource, PageSources } from "@/server/secure-payments/page/crosschain-schema";
import type { PageFacts, PageState, PageStateOf } from "@/server/secure-payments/page/page-schema";

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
  arrives: 1_250_500_000n,
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

/** The steps as the page makes them; `skip` is how many are done. */
function planOf(skip: number, price: DepositPrice = PRICE): SigningPlan {
  const shown = shownFor(facts(), "single");
  const expectation = expectationOf(shown);
  const network = EVM_NETWORKS["arbitrum-one"];
  const pool = network.contracts.acrossSpokePool?.address ?? "0x";
  const [token] = tokensOf("arbitrum-one").filter(({ symbol }) => symbol === "USDC");
  const [transfer] = expectation.transfers;
  if (!token?.address || !transfer?.token.address) throw new Error("no USDC");
  const hex = (text: string): `0x${string}` => `0x${text.slice(2)}`;
  const payee = hex(transfer.leg.recipient.address);
  const outputToken = hex(transfer.token.address);
  const { acrossHandler, erc20FeeProxy } = EVM_NETWORKS.base.contracts;
  const { amount, reference, fee } = transfer;
  const payment = {
    token: outputToken,
    payee,
    amount,
    reference,
    fee: fee && { ...fee, address: hex(fee.address) },
  };
  const call = depositCall(pool, {
    depositor: hex(WALLET),
    recipient: acrossHandler?.address ?? "0x",
    inputToken: hex(token.address),
    outputToken,
    inputAmount: price.amount,
    outputAmount: price.arrives,
    destinationChainId: EVM_NETWORKS.base.chainId,
    exclusiveRelayer: "0x0000000000000000000000000000000000000000",
    exclusivitySeconds: 0,
    quoteTimestamp: 2_999_999_900,
    fillDeadline: price.deadline,
    message: paymentMessage({ proxy: erc20FeeProxy.address, payments: [payment], fallbackRecipient: payee }),
  });
  const contract = { name: "AcrossSpokePool", address: pool } as const;
  const side: Expectation = {
    network,
    transfers: [],
    contract,
    spends: [{ token, amount: price.amount, spender: pool }],
  };
  const built = { contract: contract.name, to: pool, data: call.data, value: 0n, feeLimit: null };
  const steps = [
    ...builtApprovals(side).map((one) => approvalStep(network, one)),
    depositStep(expectation, side, built, [payee]),
  ];
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
        progress: { confirmations: 1, needed: 3 },
      },
      { sent },
    ),
    step: "confirming",
  },
  "deposit-paid": {
    ...shared({ ...COMMON, kind: "paid", facts: brought("filled", whole) }),
    step: "done",
  },
};
