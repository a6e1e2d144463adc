import type { Branding } from "@/server/branding/schema";
import { NETWORK_IDS } from "@/server/chains/networks";
import type { PageBundle, PageBundleRow } from "@/server/secure-payments/page/page-bundle";
import type {
  PageCommon,
  PageFacts,
  PageFee,
  PageFunds,
  PageItem,
  PageState,
  PageStateOf,
} from "@/server/secure-payments/page/page-schema";

/**
 * What the server says of a link, or null for anything else: half an answer, the page of a proxy, the answer for
 * another link. Everything that is drawn or reckoned with is looked at, so that nothing which passes can break the
 * page; whether the words agree with what would be signed is for `safety/` to say.
 */
export function pageStateIn(answer: unknown, token: string): PageState | null {
  if (!isState(answer)) return null;
  return "token" in answer && answer.token !== token ? null : answer;
}

type Is<T> = (value: unknown) => value is T;

const text: Is<string> = (value) => typeof value === "string";
const flag: Is<boolean> = (value) => typeof value === "boolean";
/** How many: blocks, rows, decimals. */
const count: Is<number> = (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const decimals: Is<number> = (value): value is number => count(value) && value < 256;
/** Base units, of which no token has more than 78 digits. */
const units: Is<string> = (value): value is string => text(value) && /^\d{1,78}$/.test(value);
const decimal: Is<string> = (value): value is string =>
  text(value) && /^\d{1,78}(?:\.\d{1,255})?$/.test(value);
const moment: Is<string> = (value): value is string => text(value) && !Number.isNaN(Date.parse(value));
const webAddress: Is<string> = (value): value is string => text(value) && /^https?:\/\//i.test(value);
/** The server draws it; no script looks at it again. */
const drawn: Is<Branding> = (value): value is Branding => typeof value === "object" && value !== null;

function orNull<T>(is: Is<T>): Is<T | null> {
  return (value): value is T | null => value === null || is(value);
}

function listOf<T>(is: Is<T>): Is<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(is);
}

function oneOf<T extends string>(...words: readonly T[]): Is<T> {
  return (value): value is T => words.some((word) => word === value);
}

/** Other fields may stand beside these. */
function shape<T extends object>(fields: { [K in keyof T]-?: Is<T[K]> }): Is<T> {
  const all = Object.entries<Is<unknown>>(fields);
  return (value): value is T =>
    typeof value === "object" &&
    value !== null &&
    all.every(([name, is]) => is(Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined));
}

const network = shape<PageFacts["network"]>({
  id: oneOf(...NETWORK_IDS),
  family: oneOf("evm", "tron"),
  name: text,
  chainId: count,
  isTestnet: flag,
  sourceChain: orNull(text),
  native: shape({ symbol: text, decimals }),
  explorer: orNull(shape({ transactionPrefix: webAddress, addressPrefix: webAddress })),
});

const item = shape<PageItem>({
  requestId: text,
  recipient: text,
  isMasked: flag,
  amount: units,
  symbol: text,
  decimals,
  currency: text,
  paymentReference: text,
  received: units,
});

const fee = shape<PageFee>({
  label: text,
  bearer: oneOf("payer", "payee"),
  amount: units,
  symbol: text,
  decimals,
});

const facts = shape<PageFacts>({
  paymentType: oneOf("single", "batch", "multicall"),
  network,
  items: listOf(item),
  fees: listOf(fee),
  reference: orNull(text),
  expiresAt: moment,
  isOpenToAll: flag,
  hasPublicReceipt: flag,
  transfers: listOf(
    shape({ txHash: text, amount: units, symbol: text, decimals, isConfirmed: flag, at: moment }),
  ),
});

const rowStates = { open: true, moving: true, paid: true, blocked: true };
/** Of a reason that has no words of its own the page says so in general. */
const rowState: Is<PageBundleRow["state"]> = (value): value is PageBundleRow["state"] =>
  shape<{ kind: string }>({ kind: text })(value) && Object.hasOwn(rowStates, value.kind);

const bundle = shape<PageBundle>({
  rows: listOf(
    shape<PageBundleRow>({
      position: count,
      requestId: text,
      token: text,
      reference: orNull(text),
      recipient: text,
      isMasked: flag,
      amount: units,
      symbol: text,
      decimals,
      currency: text,
      networkName: text,
      explorerUrl: orNull(webAddress),
      hasPublicReceipt: flag,
      state: rowState,
      txHash: orNull(text),
    }),
  ),
  totals: listOf(
    shape<PageBundle["totals"][number]>({
      network: oneOf(...NETWORK_IDS),
      networkName: text,
      currency: text,
      symbol: text,
      decimals,
      count,
      amount: units,
      open: units,
    }),
  ),
  fees: listOf(fee),
  isOneNetwork: flag,
});

const shown = shape<PageStateOf<"ready">["shown"]>({
  kind: oneOf("single", "batch", "bundle"),
  network: oneOf(...NETWORK_IDS),
  payer: orNull(text),
  legs: listOf(
    shape<PageStateOf<"ready">["shown"]["legs"][number]>({
      role: oneOf("payment", "fee"),
      item: count,
      currency: text,
      amount: units,
      recipient: shape({ address: text, commitment: orNull(text) }),
      reference: text,
      fee: orNull(shape({ amount: units, address: text })),
    }),
  ),
});

type Fields<T extends object> = { [K in keyof T]-?: Is<T[K]> };

const common: Fields<PageCommon> = {
  token: text,
  branding: orNull(drawn),
  redirect: orNull(shape({ url: webAddress, label: orNull(text) })),
  bundle: orNull(bundle),
};
const funds: Fields<PageFunds> = {
  options: listOf(shape({ symbol: text, balance: decimal, needed: decimal, hasEnough: flag })),
  announced: listOf(shape({ txHash: text, at: text })),
  watchedTo: orNull(units),
};

type Kind = PageState["kind"];
const named = <K extends Kind>(kind: K) => ({ kind: oneOf(kind) });
const payable = <K extends "ready" | "partial">(kind: K) => ({
  ...named(kind),
  ...common,
  ...funds,
  facts,
  shown,
});
const over = <K extends Kind>(kind: K) => ({ ...named(kind), ...common, facts: orNull(facts) });

const KINDS: { [K in Kind]: Is<PageStateOf<K>> } = {
  not_found: shape(named("not_found")),
  unavailable: shape(named("unavailable")),
  hidden: shape({ ...named("hidden"), ...common }),
  blocked: shape({
    ...over("blocked"),
    reason: oneOf("wallet_not_allowed", "rejected", "error"),
  }),
  ready: shape(payable("ready")),
  partial: shape(payable("partial")),
  confirming: shape({
    ...named("confirming"),
    ...common,
    facts,
    progress: shape({ confirmations: count, needed: count }),
  }),
  paid: shape(over("paid")),
  overpaid: shape(over("overpaid")),
  paid_late: shape(over("paid_late")),
  in_progress: shape({
    ...over("in_progress"),
    safe: orNull(shape({ safeTxHash: text, deadline: orNull(moment) })),
  }),
  expired: shape(over("expired")),
  invalidated: shape({ ...named("invalidated"), ...common }),
  failed: shape({ ...named("failed"), ...common }),
  bundle: shape({ ...named("bundle"), ...common, ...funds, bundle, facts, shown }),
  bundle_blocked: shape({ ...over("bundle_blocked"), bundle }),
};

function isState(answer: unknown): answer is PageState {
  if (!shape<{ kind: string }>({ kind: text })(answer)) return false;
  const { kind } = answer;
  return Object.hasOwn(KINDS, kind) && KINDS[kind as Kind](answer);
}
