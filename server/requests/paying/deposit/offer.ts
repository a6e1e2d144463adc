import { isAddressEqual } from "viem";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import { NETWORKS } from "@/server/chains/networks";
import { walletText } from "@/server/chains/wallets/wallet-text";
import { type Ctx, inTransaction } from "@/server/context";
import { isConverted } from "@/server/currencies/invoice-currency";
import type { FeeRate } from "@/server/fees/platform-fee";
import { formatAmount } from "@/server/lib/amount";
import { type DepositAddressRow, termsOf } from "@/server/payments/deposit-addresses/address-row";
import { addressesOf, keepAddress } from "@/server/payments/deposit-addresses/keep-address";
import { arrivedAt } from "@/server/payments/deposit-addresses/share-arrivals";
import { arrivalFor } from "@/server/payments/deposit-addresses/shares";
import { hasDepositContracts } from "@/server/requests/paying/deposit/is-deployed";
import { refusalOf } from "@/server/requests/paying/deposit/refusal";
import type { DepositAddress, DepositOption } from "@/server/requests/paying/deposit/schema";
import { type PlannedAddress, plannedAddress } from "@/server/requests/paying/deposit/terms";
import { termsOnWire } from "@/server/requests/paying/deposit/terms-on-wire";
import { dueOf, type Quotes } from "@/server/requests/paying/due";
import { asUnpaid, type Payable } from "@/server/requests/paying/payable";
import { quoteField, quotesFor } from "@/server/requests/paying/quoted";
import { chainFor, chainUnavailable } from "@/server/requests/paying/readiness";
import { startListening } from "@/server/requests/paying/start-listening";

/**
 * The address at which a plain transfer pays this request, or why it has none (docs/decisions/deposit-addresses.md). From
 * then on transfers to it are looked for. The same request and fee have the same address every time; what has to arrive is
 * what is left. Throws 503 `chain_unavailable` and `price_unavailable`.
 */
export async function depositOption(ctx: Ctx, payable: Payable, fee: FeeRate | null): Promise<DepositOption> {
  const reason = await refusalOf(ctx, payable);
  if (reason) return { isOffered: false, reason };
  const { row, token } = payable;
  const chain = chainFor(ctx, token.network);
  try {
    if (!(await hasDepositContracts(chain))) return { isOffered: false, reason: "network" };
  } catch (error) {
    if (error instanceof ChainError) throw chainUnavailable(token.network, error);
    throw error;
  }
  const quotes = await quotesForAnybody(ctx, payable);
  const planned = await planAddress(ctx, payable, fee, quotes, await addressesOf(ctx.db, row.id));
  if (!planned) return { isOffered: false, reason: "terms" };
  const { network } = token;
  const isKept = await inTransaction(ctx, (tx) =>
    keepAddress(tx, { network, requestId: row.id, ...planned }, ctx.config.depositWatchDays),
  );
  if (!isKept) return { isOffered: false, reason: "too_many" };
  await startListening(ctx, [row]);
  return { isOffered: true, ...(await asTold(ctx, payable, planned, quotes)) };
}

/**
 * The same of an address that somebody was told before; null where nobody was. Opens none, so that it can be asked again and
 * again. Throws 503 `price_unavailable`.
 */
export async function toldAddress(
  ctx: Ctx,
  payable: Payable,
  fee: FeeRate | null,
): Promise<DepositAddress | null> {
  if (payable.remaining === 0n) return null;
  const given = await addressesOf(ctx.db, payable.row.id);
  if (given.length === 0) return null;
  const quotes = await quotesForAnybody(ctx, payable);
  const planned = await planAddress(ctx, payable, fee, quotes, given);
  const wasTold = given.some(
    ({ network, address }) => network === payable.token.network && address === planned?.address.toLowerCase(),
  );
  return planned && wasTold ? asTold(ctx, payable, planned, quotes) : null;
}

/** The sender of a plain transfer is nobody's payer. */
function quotesForAnybody(ctx: Ctx, payable: Payable): Promise<Quotes> {
  return quotesFor(ctx, [{ payable, amount: payable.remaining }], null);
}

/** What has to arrive now, and what else is told of an address. */
async function asTold(
  ctx: Ctx,
  payable: Payable,
  planned: PlannedAddress,
  quotes: Quotes,
): Promise<DepositAddress> {
  const { row, token } = payable;
  const { network } = token;
  const [before = 0n] = (await arrivedAt(ctx.db, network, [planned.address.toLowerCase()])).values();
  const forPayee = quotes.get(row.id)?.paymentAmount ?? payable.remaining;
  return {
    network,
    chainId: String(NETWORKS[network].chainId),
    token: token.id,
    tokenAddress: token.address ?? "",
    amount: formatAmount(arrivalFor(planned.terms, before, forPayee), token.decimals),
    address: walletText(network, planned.address),
    expiresAt: row.linkExpiresAt?.toISOString() ?? null,
    quote: quoteField(payable, quotes).quote ?? null,
    terms: termsOnWire(planned.terms),
  };
}

/**
 * Of the whole request, whatever of it is paid: the address stays the same after a part. What is asked in another currency
 * has no fixed amount in the token: its address is made with what is due when it is first asked for, which says how fees
 * are divided, and is the same from then on.
 */
async function planAddress(
  ctx: Ctx,
  payable: Payable,
  fee: FeeRate | null,
  quotes: Quotes,
  given: readonly DepositAddressRow[],
): Promise<PlannedAddress | null> {
  const { row } = payable;
  const { capUsd } = ctx.config.protocolFee;
  if (!isConverted(row)) {
    return plannedAddress(dueOf(await asUnpaid(ctx, row), row.amount, fee, capUsd));
  }
  const planned = plannedAddress(dueOf(payable, payable.remaining, fee, capUsd, quotes));
  const same = given
    .map((kept) => ({ address: hex(kept.address), terms: termsOf(kept, payable.token.network) }))
    .find(({ terms }) => planned !== null && isAddressEqual(terms.feeReceiver, planned.terms.feeReceiver));
  return same ?? planned;
}

function hex(text: string): Hex {
  return `0x${text.slice(2)}`;
}
