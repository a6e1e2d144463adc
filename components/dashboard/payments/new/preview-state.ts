import type { Branding } from "@/server/branding/schema";
import { NETWORKS, type Network } from "@/server/chains/networks";
import { fiatById } from "@/server/currencies/fiat";
import { TOKENS, type Token } from "@/server/currencies/tokens";
import type { Account } from "@/server/dashboard/account/account-schema";
import type { FeePlan } from "@/server/fees/plan-schema";
import { AmountError, parseAmount } from "@/server/lib/amount";
import type { DestinationRecord } from "@/server/payee-destinations/schema";
import type { PageFacts, PageItem, PageState } from "@/server/secure-payments/page/page-schema";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";
import { addressesIn, type RequestValues } from "./request-values";

/** What the preview is made of. */
export interface PreviewFacts {
  values: RequestValues;
  destination: DestinationRecord;
  token: Token;
  branding: Branding | null;
  account: Pick<Account, "name" | "provenWallet">;
  /** Null where nothing goes on top of the amount, and while that is not known. */
  plan: FeePlan | null;
  expiresAt: string;
  isLocal: boolean;
}

/** The token that a destination is paid in; undefined for one that is unknown here. */
export function tokenOf({ chainId, tokenAddress }: DestinationRecord): Token | undefined {
  return TOKENS.find(
    ({ network, address }) =>
      NETWORKS[network].chainId === chainId && address?.toLowerCase() === tokenAddress.toLowerCase(),
  );
}

/** What the payer's page will tell of the request that a form describes, before any wallet is connected. */
export function previewState(preview: PreviewFacts): PageState {
  const { values, destination, branding, account } = preview;
  const hides = destination.accessPolicy;
  const isHidden = values.hideUntilApproved || hides?.hideUntilApproved === true;
  const common = {
    token: "preview",
    branding,
    merchant: isHidden ? null : account.name,
    redirect: null,
    bundle: null,
    bank: null,
    hasInvoice: false,
  };
  if (isHidden) return { ...common, kind: "hidden" };
  const facts = factsOf(preview);
  const nobodyCame = { options: [], announced: [], watchedTo: null, safeEnded: null, depositAddress: null };
  return { ...common, ...nobodyCame, kind: "ready", facts, shown: shownOf(facts) };
}

function factsOf({ values, destination, token, account, plan, expiresAt, isLocal }: PreviewFacts): PageFacts {
  const network: Network = NETWORKS[token.network];
  const { id, family, name, chainId, isTestnet, sourceChain, explorer } = network;
  const { symbol, decimals } = network.native;
  const isMasked = values.hidePayeeAddress || destination.accessPolicy?.hidePayeeAddress === true;
  const proven = account.provenWallet;
  const item: PageItem = {
    requestId: "preview",
    recipient: isMasked ? masked(destination.walletAddress) : destination.walletAddress,
    isMasked,
    isVerified:
      !isMasked &&
      proven !== null &&
      proven.address.toLowerCase() === destination.walletAddress.toLowerCase() &&
      (proven.chainId === null || proven.chainId === chainId),
    isComing: false,
    symbol: token.symbol,
    decimals: token.decimals,
    currency: token.id,
    paymentReference: "0x",
    received: "0",
    ...amountOf(values, token),
  };
  return {
    paymentType: "single",
    network: {
      ...{ id, family, name, chainId, isTestnet, sourceChain, native: { symbol, decimals } },
      explorer: isLocal ? null : explorer,
    },
    items: [item],
    fees: (plan?.fees ?? [])
      .map(({ label, feeBearer: bearer, calculatedAmountUsd }) => ({
        ...{ label, bearer, symbol: token.symbol, decimals: token.decimals },
        // A stablecoin counts as a dollar, and its fees have no more decimals than it.
        amount: unitsOf(calculatedAmountUsd, token.decimals),
      }))
      .filter(({ amount }) => amount !== "0"),
    reference: values.reference.trim() || null,
    expiresAt,
    isOpenToAll: isOpenToAll(values, destination),
    takesTransfers: token.address !== null && network.contracts.depositFactory !== null,
    hasPublicReceipt: true,
    transfers: [],
    deposits: [],
  };
}

/** As the service masks it. */
function masked(address: string): string {
  return `${address.slice(0, 4)}…${address.slice(-4)}`;
}

function amountOf(values: RequestValues, token: Token): Pick<PageItem, "amount" | "invoice"> {
  const fiat = fiatById(values.invoiceCurrency);
  if (!fiat) return { amount: unitsOf(values.amount.trim(), token.decimals), invoice: null };
  const { id: currency, symbol, decimals } = fiat;
  const amount = unitsOf(values.amount.trim(), decimals);
  return { amount: "0", invoice: { currency, symbol, decimals, amount, received: "0" } };
}

/** Base units of what is typed; none while it is no amount. */
function unitsOf(typed: string, decimals: number): string {
  try {
    return parseAmount(typed, decimals).toString();
  } catch (error) {
    if (error instanceof AmountError) return "0";
    throw error;
  }
}

function isOpenToAll(values: RequestValues, { accessPolicy }: DestinationRecord): boolean {
  const { screening, isRestricted, allowedPayers } = values;
  const mode = screening === "inherit" ? (accessPolicy?.mode ?? "off") : screening;
  return mode === "off" && !(isRestricted && addressesIn(allowedPayers).length > 0);
}

/** What would be signed: it says what the large figure is made of. Nobody can sign a picture. */
function shownOf({ network, items, fees }: PageFacts): ShownPayment {
  const [item] = items;
  const nobody = { recipient: { address: "", commitment: null }, reference: "0x", fee: null };
  const transfer = { item: 0, currency: item?.currency ?? "", ...nobody };
  return {
    kind: "single",
    network: network.id,
    payer: null,
    quote: null,
    approved: [],
    legs: [
      { ...transfer, role: "payment", amount: item?.amount ?? "0" },
      ...fees
        .filter(({ bearer }) => bearer === "payer")
        .map(({ amount }) => ({ ...transfer, role: "fee" as const, amount })),
    ],
  };
}
