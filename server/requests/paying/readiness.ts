import type { ChainAdapter, Funds } from "@/server/chains/adapter";
import { addressBytes } from "@/server/chains/address";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import { approval, type Call } from "@/server/chains/evm/calldata";
import type { PaymentCalls } from "@/server/chains/evm/payment-calls";
import { networkFees, type Work } from "@/server/chains/network-fee";
import { NETWORKS, type Network, type NetworkId } from "@/server/chains/networks";
import { paymentCalls } from "@/server/chains/payment-calls";
import type { Ctx } from "@/server/context";
import { requireWatched } from "@/server/currencies/settlement-token";
import type { Token } from "@/server/currencies/tokens";
import { ApiError } from "@/server/errors";
import type { PaymentPlan, Spend } from "@/server/requests/paying/payment-plan";

/** What a wallet has to do before it can carry out a plan, and whether it could. */
export interface Readiness {
  /** In the order to send them. */
  approvals: Call[];
  /** Null when no wallet was named. */
  funding: {
    hasEnoughBalance: boolean;
    hasEnoughGas: boolean;
    shortfalls: { token: Token; required: bigint; available: bigint }[];
    /** What the wallet has of each currency, and lets be taken of it. */
    balances: { token: Token; required: bigint; available: bigint; allowance: bigint | null }[];
    /** Of the native coin, base units, beside what approvals and payment would cost the wallet. */
    native: bigint;
    gasCost: { approvals: bigint; payment: bigint };
    /** Worth of one native coin, decimal text; null where nobody said. */
    nativePriceUsd: string | null;
  } | null;
}

/** The chain a request is paid on. Throws 400 `unsupported_network` when this installation has no node for it. */
export function chainFor(ctx: Pick<Ctx, "chains">, network: NetworkId): ChainAdapter {
  const chain = ctx.chains.find(network);
  if (chain) return chain;
  requireWatched(ctx, network);
  throw new Error(`no adapter for ${network}`);
}

/**
 * Looks at the wallet on chain. Approvals are only where the allowance is short, for what the network's payments
 * let be taken; a token that refuses to change an allowance is reset first (onchain.md §15). Without a wallet the
 * allowance cannot be known, so every approval is there. Throws 503 `chain_unavailable`.
 */
export async function checkWallet(
  chain: ChainAdapter,
  plan: PaymentPlan,
  wallet: Hex | null,
): Promise<Readiness> {
  try {
    return await readinessOf(chain, plan, wallet);
  } catch (error) {
    if (error instanceof ChainError) throw chainUnavailable(chain.network.id, error);
    throw error;
  }
}

/** The same, with the failure as a value where no node of the network answers. */
export async function checkWalletIfReachable(
  chain: ChainAdapter,
  plan: PaymentPlan,
  wallet: Hex,
): Promise<Readiness | ChainError> {
  try {
    return await readinessOf(chain, plan, wallet);
  } catch (error) {
    if (error instanceof ChainError) return error;
    throw error;
  }
}

/** 503: no node of this network answers. */
export function chainUnavailable(network: NetworkId, cause?: unknown): ApiError {
  return new ApiError(
    "chain_unavailable",
    `Network ${network} cannot be reached at the moment; it is safe to retry`,
    { cause },
  );
}

async function readinessOf(chain: ChainAdapter, plan: PaymentPlan, wallet: Hex | null): Promise<Readiness> {
  const calls = paymentCalls(chain.network);
  if (wallet === null) {
    return { approvals: plan.spends.flatMap((spend) => approvalsFor(calls, spend, null)), funding: null };
  }
  const spendings = await Promise.all(
    plan.spends.map(async (spend) => ({ spend, funds: await fundsOf(chain, wallet, spend) })),
  );
  const approvals = spendings.flatMap(({ spend, funds }) => approvalsFor(calls, spend, funds.allowance));
  const balances = spendings.map(({ spend: { token, amount }, funds }) => ({
    token,
    required: amount,
    available: token.address === null ? funds.native : (funds.token ?? 0n),
    allowance: funds.allowance,
  }));
  const shortfalls = balances.flatMap(({ token, required, available }) =>
    available < required ? [{ token, required, available }] : [],
  );
  // Asked for once per currency, at almost the same moment: what was there at the worst of them.
  const native = -largest(spendings.map(({ funds }) => -funds.native));
  const prices = {
    gasPrice: largest(spendings.map(({ funds }) => funds.gasPrice)),
    resources: spendings[0]?.funds.resources ?? null,
  };
  const works = await worksOf(chain, wallet, approvals, plan);
  const fees = networkFees(prices, works);
  const payment = fees.at(-1) ?? 0n;
  const gasCost = { approvals: fees.reduce((sum, fee) => sum + fee, 0n) - payment, payment };
  return {
    approvals,
    funding: {
      hasEnoughBalance: shortfalls.length === 0,
      hasEnoughGas: native >= plan.call.value + gasCost.approvals + gasCost.payment,
      shortfalls,
      balances,
      native,
      gasCost,
      nativePriceUsd: chain.nativePriceUsd,
    },
  };
}

/**
 * What approvals and payment take, in their order. A node that can tell is asked, about the payment only once
 * nothing stands before it; the rest is estimated from above.
 */
async function worksOf(
  chain: ChainAdapter,
  wallet: Hex,
  approvals: readonly Call[],
  plan: PaymentPlan,
): Promise<Work[]> {
  const { approval: terms, bytesOf } = paymentCalls(chain.network);
  const askable = approvals.length > 0 ? approvals : [plan.call];
  const estimates = await Promise.all(askable.map((call) => estimate(chain, wallet, call)));
  return [...approvals, plan.call].map((call, index) => ({
    gas: estimates[index] ?? (index < approvals.length ? terms.gas : plan.gas),
    bytes: bytesOf(call),
  }));
}

/** An estimate is not worth failing for. */
async function estimate(chain: ChainAdapter, wallet: Hex, call: Call): Promise<bigint | null> {
  try {
    return (await chain.estimateGas?.(wallet, call)) ?? null;
  } catch (error) {
    if (error instanceof ChainError) return null;
    throw error;
  }
}

/** Of at least one number. */
function largest([first = 0n, ...others]: readonly bigint[]): bigint {
  let most = first;
  for (const one of others) if (one > most) most = one;
  return most;
}

function fundsOf(chain: ChainAdapter, wallet: Hex, { token, spender }: Spend): Promise<Funds> {
  const address = token.address === null ? null : addressBytes(chain.network.family, token.address);
  return chain.funds({ wallet, token: address, spender });
}

/**
 * Every approval that some wallet might have to give before this plan, and no other. Where the service asks for more
 * than the plan takes, the exact amount is one too: the payer page signs no other (PP-01).
 */
export function possibleApprovals(network: Network, { spends }: PaymentPlan): Call[] {
  const calls = paymentCalls(network);
  const exact = { approval: { ...calls.approval, allowanceFor: (amount: bigint) => amount } };
  return spends.flatMap((spend) => [
    ...approvalsFor(calls, spend, null),
    ...approvalsFor(calls, spend, spend.amount > 0n ? spend.amount - 1n : 0n),
    ...approvalsFor(exact, spend, null),
  ]);
}

function approvalsFor(
  calls: Pick<PaymentCalls, "approval">,
  { token, amount, spender }: Spend,
  allowance: bigint | null,
): Call[] {
  if (token.address === null || spender === null) return [];
  if (allowance !== null && allowance >= amount) return [];
  const address = addressBytes(NETWORKS[token.network].family, token.address);
  const allowed = approval(address, spender, calls.approval.allowanceFor(amount));
  // Unknown, the allowance may be a short one, except where it is either nothing or everything.
  const mayBeShort = allowance === null ? calls.approval.allowanceFor(amount) === amount : allowance > 0n;
  const reset = token.approveNeedsReset && mayBeShort;
  return reset ? [approval(address, spender, 0n), allowed] : [allowed];
}
