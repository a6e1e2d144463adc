import { ChainError } from "@/server/chains/chain-error";
import { NETWORKS } from "@/server/chains/networks";
import { walletText } from "@/server/chains/wallets/wallet-text";
import { type Ctx, inTransaction } from "@/server/context";
import type { FeeRate } from "@/server/fees/platform-fee";
import { formatAmount } from "@/server/lib/amount";
import { keepAddress } from "@/server/payments/deposit-addresses/keep-address";
import { arrivedAt } from "@/server/payments/deposit-addresses/share-arrivals";
import { arrivalFor } from "@/server/payments/deposit-addresses/shares";
import { hasDepositContracts } from "@/server/requests/paying/deposit/is-deployed";
import { refusalOf } from "@/server/requests/paying/deposit/refusal";
import type { DepositOption } from "@/server/requests/paying/deposit/schema";
import { type PlannedAddress, plannedAddress } from "@/server/requests/paying/deposit/terms";
import { termsOnWire } from "@/server/requests/paying/deposit/terms-on-wire";
import { dueOf } from "@/server/requests/paying/due";
import { asUnpaid, type Payable } from "@/server/requests/paying/payable";
import { chainFor, chainUnavailable } from "@/server/requests/paying/readiness";
import { startListening } from "@/server/requests/paying/start-listening";

/**
 * The address at which a plain transfer pays this request, or why it has none (docs/decisions/deposit-addresses.md). From
 * then on transfers to it are looked for. The same request and fee have the same address every time; what has to arrive is
 * what is left. Throws 503 `chain_unavailable`.
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
  const planned = await planAddress(ctx, payable, fee);
  if (!planned) return { isOffered: false, reason: "terms" };
  const { network } = token;
  await inTransaction(ctx, (tx) =>
    keepAddress(tx, { network, requestId: row.id, ...planned }, ctx.config.depositWatchDays),
  );
  await startListening(ctx, [row]);
  const [before = 0n] = (await arrivedAt(ctx.db, network, [planned.address])).values();
  return {
    isOffered: true,
    network,
    chainId: String(NETWORKS[network].chainId),
    token: token.id,
    tokenAddress: token.address ?? "",
    amount: formatAmount(arrivalFor(planned.terms, before, payable.remaining), token.decimals),
    address: walletText(network, planned.address),
    expiresAt: row.linkExpiresAt?.toISOString() ?? null,
    quote: null,
    terms: termsOnWire(planned.terms),
  };
}

/** Of the whole request, whatever of it is paid: the address stays the same after a part. */
async function planAddress(ctx: Ctx, { row }: Payable, fee: FeeRate | null): Promise<PlannedAddress | null> {
  const whole = await asUnpaid(ctx, row);
  return plannedAddress(dueOf(whole, row.amount, fee, ctx.config.protocolFee.capUsd));
}
