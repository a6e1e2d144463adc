import { NETWORKS, type NetworkId } from "@/server/chains/networks";
import type { PageMulticall, PageMulticallRow } from "@/server/secure-payments/page/multicall-schema";
import type {
  PageCommon,
  PageFacts,
  PageItem,
  PageNetwork,
  PageSafe,
} from "@/server/secure-payments/page/page-schema";
import type { ShownPayment, ShownTransfer } from "@/server/secure-payments/page/shown-schema";

// Made-up payments for the gallery: no link, no money, no wallet stands behind them.

export const WALLET = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
export const HASH = `0x${"5e1f0c77".repeat(8)}`;
export const RECIPIENT = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
export const FEE_TO = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65";
const LATER = "2031-05-04T16:30:00.000Z";
const NOW = "2031-04-27T16:29:00.000Z";

/** Texts as a hostile or a careless merchant writes them. */
export const STRANGE = {
  markup: `"><img src=x onerror=alert(1)><script>alert(1)</script> {amount}`,
  rightToLeft: "فاتورة رقم ٤٢ — شركة المثال",
  long: `Order-${"2031-04-27-".repeat(12)}final`,
};

/** The largest amount that any token can have: 78 digits. */
export const LARGEST = (2n ** 256n - 1n).toString();

export const COMMON: PageCommon = {
  token: "01M7WM9D7FKFSH7GG6GY105AVH",
  branding: null,
  merchant: "Example Shop",
  redirect: null,
  bundle: null,
  bank: null,
  hasInvoice: false,
};

export const REDIRECT = { url: "https://shop.example/thanks", label: "Back to Example Shop" };

export function networkOf(id: NetworkId): PageNetwork {
  const { family, name, chainId, isTestnet, sourceChain, native, explorer } = NETWORKS[id];
  const { symbol, decimals } = native;
  return { id, family, name, chainId, isTestnet, sourceChain, native: { symbol, decimals }, explorer };
}

export function anItem(more: Partial<PageItem> = {}): PageItem {
  return {
    requestId: `01${"ab".repeat(32)}`,
    recipient: RECIPIENT,
    isMasked: false,
    isVerified: false,
    isComing: false,
    amount: "1250500000",
    symbol: "USDC",
    decimals: 6,
    currency: "USDC-base",
    paymentReference: "0x01e374b152db2523",
    received: "0",
    invoice: null,
    ...more,
  };
}

export function facts(more: Partial<PageFacts> = {}): PageFacts {
  return {
    paymentType: "single",
    network: networkOf("base"),
    items: [anItem()],
    fees: [],
    reference: "INV-2031-0042",
    expiresAt: LATER,
    isOpenToAll: true,
    takesTransfers: true,
    hasPublicReceipt: true,
    transfers: [],
    deposits: [],
    ...more,
  };
}

/** A Safe of three owners, two of whom have to sign. */
export function aSafe(more: Partial<PageSafe> = {}): PageSafe {
  return {
    safeTxHash: HASH,
    address: "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A",
    threshold: 2,
    owners: 3,
    signatures: null,
    rejections: null,
    deadline: null,
    holdsUntil: "2031-04-28T10:00:00.000Z",
    ...more,
  };
}

/** Facts of a payment of which `received` has been seen. */
export function receivedFacts(
  received: string,
  isConfirmed = true,
  more: Partial<PageFacts> = {},
): PageFacts {
  const item = anItem({ received });
  const { symbol, decimals } = item;
  const transfer = { txHash: HASH, amount: received, symbol, decimals, isConfirmed, at: NOW };
  return facts({ items: [item], transfers: [transfer], ...more });
}

/** What is to be signed for these items. */
export function shownFor(
  of: PageFacts,
  kind: ShownPayment["kind"],
  fee: ShownTransfer["fee"] = null,
): ShownPayment {
  return {
    kind,
    network: of.network.id,
    payer: WALLET,
    quote: null,
    approved: [],
    legs: of.items.map((item, index) => ({
      role: "payment",
      item: index,
      currency: item.currency,
      amount: (BigInt(item.amount) - BigInt(item.received)).toString(),
      recipient: item.isMasked
        ? { address: item.recipient, commitment: `0x${"cd".repeat(32)}` }
        : { address: item.recipient, commitment: null },
      reference: item.paymentReference,
      fee: index === 0 ? fee : null,
    })),
  };
}

export const FEE: NonNullable<ShownTransfer["fee"]> = { amount: "12500000", address: FEE_TO };

/** Several recipients in one transaction, among them one whose reference is long. */
export const SEVERAL: PageItem[] = ["120000000", "75250000", "1"].map((amount, index) =>
  anItem({
    requestId: `01${String(index).repeat(64)}`,
    recipient: [RECIPIENT, FEE_TO, WALLET][index] ?? RECIPIENT,
    amount,
    paymentReference: `0x01e374b152db252${index}`,
  }),
);

const ROW_STATES: PageMulticallRow["state"][] = [
  { kind: "open" },
  { kind: "open" },
  { kind: "paid" },
  { kind: "moving" },
  { kind: "blocked", reason: "secure_payment_not_pending" },
];

/** Rows in every state, or all in the one that is named. */
export function aMulticall(state?: PageMulticallRow["state"], amount?: string): PageMulticall {
  const rows = ROW_STATES.map((mixed, index): PageMulticallRow => {
    const { symbol, decimals, currency } = anItem();
    return {
      position: index,
      requestId: `01${String(index).repeat(64)}`,
      token: `01M7WM9D7FKFSH7GG6GY10000${index}`,
      reference: [`PAYOUT-${index}`, STRANGE.rightToLeft, STRANGE.long][index % 3] ?? null,
      recipient: [RECIPIENT, FEE_TO, WALLET][index % 3] ?? RECIPIENT,
      isMasked: false,
      amount: amount ?? String(100_000_000 + index * 1_000_001),
      symbol,
      decimals,
      currency,
      networkName: "Base",
      explorerUrl: null,
      hasPublicReceipt: true,
      state: state ?? mixed,
      txHash: (state ?? mixed).kind === "paid" ? HASH : null,
    };
  });
  const sum = (some: PageMulticallRow[]) =>
    some.reduce((all, { amount }) => all + BigInt(amount), 0n).toString();
  return {
    rows,
    totals: [
      {
        network: "base",
        networkName: "Base",
        currency: "USDC-base",
        symbol: "USDC",
        decimals: 6,
        count: rows.length,
        amount: sum(rows),
        open: sum(rows.filter((row) => row.state.kind === "open")),
      },
    ],
    fees: [{ label: "Platform fee", bearer: "payer", amount: "1500000", symbol: "USDC", decimals: 6 }],
    isOneNetwork: true,
  };
}

/** The facts that stand beside a multicall. */
export function multicallFacts({ rows }: PageMulticall): PageFacts {
  return facts({
    paymentType: "multicall",
    reference: null,
    items: rows.map((row) =>
      anItem({ requestId: row.requestId, recipient: row.recipient, amount: row.amount }),
    ),
  });
}

/** What is to be signed for the rows of a multicall that are open. */
export function shownOfMulticall(bundle: PageMulticall, fee: ShownTransfer["fee"] = null): ShownPayment {
  const shown = shownFor(multicallFacts(bundle), "bundle", fee);
  const isOpen = (at: number) => bundle.rows[at]?.state.kind === "open";
  return { ...shown, legs: shown.legs.filter(({ item }) => isOpen(item)) };
}
