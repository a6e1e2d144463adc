import { describe, expect, test } from "vitest";
import { nextFlow, startFlow } from "@/components/pay/flow/flow";
import type { Flow, Sent } from "@/components/pay/flow/flow-state";
import type { ChosenSource } from "@/components/pay/safety/crosschain/route";
import { FACTS, shownTo } from "@/components/pay/testing/pages";
import { EVM_NETWORKS } from "@/server/chains/networks";
import type { PageDeposit } from "@/server/secure-payments/page/crosschain-schema";
import type { PageMulticallRow } from "@/server/secure-payments/page/multicall-schema";
import type { PageState, PageStateOf } from "@/server/secure-payments/page/page-schema";

// A bundle that is paid from another network one deposit after the other: two state machines meet, what the service says
// of a deposit and the step that the page is in.

const WALLET = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const HASH = `0x${"ab".repeat(32)}`;
const SOURCE: ChosenSource = { network: "arbitrum-one", chain: "ARBITRUM", symbol: "USDC" };
const { id, name, chainId, explorer } = EVM_NETWORKS["arbitrum-one"];
const [ITEM] = FACTS.items;
const [LEG] = shownTo(WALLET).legs;
if (!ITEM || !LEG) throw new Error("no payment");
const reference = (at: number) => `0x${String(at + 1).repeat(16)}`;

const row = (at: number, open: readonly number[]): PageMulticallRow => ({
  position: at,
  requestId: `01${String(at).repeat(64)}`,
  token: `token ${at}`,
  reference: null,
  recipient: ITEM.recipient,
  isMasked: false,
  amount: ITEM.amount,
  symbol: "USDC",
  decimals: 6,
  currency: ITEM.currency,
  networkName: "Base",
  hasPublicReceipt: true,
  explorerUrl: null,
  state: { kind: open.includes(at) ? "open" : "moving" },
  txHash: null,
});

/** Three payments, of which these can be paid. */
function bundle(open: readonly number[], deposits: readonly PageDeposit[] = []): PageStateOf<"bundle"> {
  const rows = [0, 1, 2].map((at) => row(at, open));
  const amount = (some: readonly PageMulticallRow[]) =>
    some.reduce((sum, one) => sum + BigInt(one.amount), 0n).toString();
  return {
    kind: "bundle",
    token: "token",
    branding: null,
    merchant: null,
    redirect: null,
    bank: null,
    hasInvoice: false,
    bundle: {
      rows,
      totals: [
        {
          network: "base",
          networkName: "Base",
          currency: ITEM?.currency ?? "",
          symbol: "USDC",
          decimals: 6,
          count: 3,
          amount: amount(rows),
          open: amount(rows.filter(({ state }) => state.kind === "open")),
        },
      ],
      fees: [],
      isOneNetwork: true,
    },
    facts: {
      ...FACTS,
      paymentType: "multicall",
      items: [0, 1, 2].map((at) => ({
        ...(ITEM as typeof ITEM & object),
        requestId: row(at, open).requestId,
        paymentReference: reference(at),
      })),
      deposits: [...deposits],
    },
    shown: {
      ...shownTo(WALLET),
      kind: "bundle",
      legs: open.map((at) => ({ ...(LEG as typeof LEG & object), item: at, reference: reference(at) })),
    },
    options: [{ symbol: "USDC", balance: "0", needed: "30", hasEnough: false }],
    announced: [],
    watchedTo: null,
    safeEnded: null,
    depositAddress: null,
  };
}

const deposit = (state: PageDeposit["state"], more: Partial<PageDeposit> = {}): PageDeposit => ({
  state,
  item: 0,
  from: { id, name, chainId, explorer },
  depositId: "1",
  txHash: HASH,
  amount: "10010000",
  symbol: "USDC",
  decimals: 6,
  arrives: "10000000",
  fillTxHash: null,
  refundTxHash: null,
  refundTo: WALLET,
  deadline: "2031-04-27T18:29:00.000Z",
  at: "2031-04-27T16:29:00.000Z",
  ...more,
});

const SENT: Sent = {
  hash: HASH,
  batch: null,
  isSafe: false,
  reference: null,
  wallet: WALLET,
  from: "arbitrum-one",
  nonce: 1,
  isMined: true,
  at: Date.parse("2031-04-27T16:29:00.000Z"),
  unsent: null,
};

/** The page after the wallet has sent the first of three deposits. */
function sentFirst(sent: Partial<Sent> = {}, at = chainId): Flow {
  const began = startFlow(bundle([0, 1, 2]), null, null);
  const there = nextFlow(began, { type: "wallet", payer: { family: "evm", address: WALLET, chainId: at } });
  const read = nextFlow(there, { type: "read", epoch: there.epoch, page: bundle([0, 1, 2]) });
  const chosen = nextFlow(read, { type: "pick", source: SOURCE });
  return nextFlow(chosen, { type: "sent", sent: { ...SENT, ...sent }, asked: null });
}

const read = (flow: Flow, page: PageState) => nextFlow(flow, { type: "read", epoch: flow.epoch, page });

const STATES = [
  "bridging",
  "filled",
  "filled_call_failed",
  "expired",
  "refunding",
  "refunded",
  "failed",
] as const;
const ENDED = new Set<PageDeposit["state"]>(["refunding", "refunded", "failed"]);

describe("a bundle that is paid one deposit after the other", () => {
  test("waits until the service has seen what was sent", () => {
    const flow = read(sentFirst(), bundle([0, 1, 2]));
    expect([flow.step, flow.sent?.hash]).toEqual(["confirming", HASH]);
  });

  test.each(STATES)("goes on with the rest where the deposit is %s", (state) => {
    // One that came back stands open again.
    const page = bundle(ENDED.has(state) ? [0, 1, 2] : [1, 2], [deposit(state)]);
    const before = sentFirst();
    const flow = read(before, page);
    // What came back is told before anything is signed again.
    expect(flow.step).toBe(ENDED.has(state) ? "checking" : "preparing");
    expect([flow.sent, flow.source, flow.price]).toEqual([null, SOURCE, null]);
    expect(flow.epoch).toBe(before.epoch + 1);
  });

  test("waits where its payment stands open beside it: the page was read while it was recorded", () => {
    const flow = read(sentFirst(), bundle([0, 1, 2], [deposit("bridging")]));
    expect(flow.step).toBe("confirming");
    expect(read(flow, bundle([1, 2], [deposit("bridging")])).step).toBe("preparing");
  });

  test.each<[string, Partial<PageDeposit>]>([
    ["another deposit of the same wallet", { txHash: `0x${"cd".repeat(32)}` }],
    ["a deposit of somebody else", { txHash: `0x${"cd".repeat(32)}`, refundTo: ITEM.recipient }],
  ])("does not take %s for what was sent", (_, more) => {
    for (const state of STATES) {
      const flow = read(sentFirst(), bundle([1, 2], [deposit(state, more)]));
      expect([flow.step, flow.sent?.hash]).toEqual(["confirming", HASH]);
    }
  });

  test("does not ask for the next before the wallet has named the transaction of a batch", () => {
    const flow = sentFirst({ hash: null, batch: "0x01" });
    const page = bundle([1, 2], [deposit("bridging")]);
    expect(read(flow, page).step).toBe("confirming");
    const found = nextFlow(flow, { type: "found", batch: "0x01", hash: HASH });
    expect(read(found, page).step).toBe("preparing");
  });

  test("asks everything again where another wallet or network is there, or none", () => {
    const page = bundle([1, 2], [deposit("bridging")]);
    const other = nextFlow(sentFirst(), {
      type: "wallet",
      payer: { family: "evm", address: ITEM.recipient, chainId },
    });
    expect(read(other, page).step).toBe("checking");
    expect(read(sentFirst({}, 1), page).step).toBe("checking");
    const gone = nextFlow(sentFirst(), { type: "wallet", payer: null });
    expect(read(gone, page).step).toBe("connect");
  });

  test("goes on from a reload: what was sent is remembered, what is left is read", () => {
    const reloaded = startFlow(bundle([1, 2], [deposit("bridging")]), SENT, null);
    expect([reloaded.step, reloaded.sent]).toEqual(["connect", null]);
    expect(startFlow(bundle([0, 1, 2]), SENT, null).step).toBe("confirming");
  });

  test("a deposit on the link's own network is none of these", () => {
    const flow = read(sentFirst({ from: null }), bundle([1, 2], [deposit("bridging")]));
    expect(flow.step).toBe("confirming");
  });
});
