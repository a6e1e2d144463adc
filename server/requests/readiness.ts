import { type ChainAdapter, ChainError, type Funds } from "@/server/chains/adapter";
import { checksumEvmAddress } from "@/server/chains/address";
import type { Hex } from "@/server/chains/contract-addresses";
import { approval, type Call } from "@/server/chains/evm/calldata";
import type { NetworkId } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import { requireWatched } from "@/server/currencies/settlement-token";
import type { Token } from "@/server/currencies/tokens";
import { ApiError } from "@/server/errors";
import type { PaymentPlan, Spend } from "@/server/requests/payment-plan";

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
    /** Of the native coin, wei, beside what the gas of approvals and payment would cost. */
    native: bigint;
    gasCost: { approvals: bigint; payment: bigint };
  } | null;
}

const GAS_APPROVAL = 70_000n;

/** The chain a request is paid on. Throws 400 `unsupported_network` when this installation has no node for it. */
export function chainFor(ctx: Pick<Ctx, "chains">, network: NetworkId): ChainAdapter {
  const chain = ctx.chains.find(network);
  if (chain) return chain;
  requireWatched(ctx, network);
  throw new Error(`no adapter for ${network}`);
}

/**
 * Looks at the wallet on chain. Approvals are for the exact amount, and only where the allowance is short;
 * a token that refuses to change one is reset first (onchain.md §15). Without a wallet the allowance cannot
 * be known, so every approval is there, resets included: they do no harm. Throws 503 `chain_unavailable`.
 */
export async function checkWallet(
  chain: ChainAdapter,
  plan: PaymentPlan,
  wallet: Hex | null,
): Promise<Readiness> {
  if (wallet === null) {
    return { approvals: plan.spends.flatMap((spend) => approvalsFor(spend, null)), funding: null };
  }
  const looked = await Promise.all(
    plan.spends.map(async (spend) => ({ spend, funds: await lookAt(chain, wallet, spend) })),
  );
  const approvals = looked.flatMap(({ spend, funds }) => approvalsFor(spend, funds.allowance));
  const balances = looked.map(({ spend: { token, amount }, funds }) => ({
    token,
    required: amount,
    available: token.address === null ? funds.native : (funds.token ?? 0n),
    allowance: funds.allowance,
  }));
  const shortfalls = balances.flatMap(({ token, required, available }) =>
    available < required ? [{ token, required, available }] : [],
  );
  const approvalGas = GAS_APPROVAL * BigInt(approvals.length);
  const gas = plan.gas + approvalGas;
  const gasPrice = largest(looked.map(({ funds }) => funds.gasPrice));
  const hasEnoughGas = looked.every(({ funds }) => funds.native >= plan.call.value + gas * funds.gasPrice);
  return {
    approvals,
    funding: {
      hasEnoughBalance: shortfalls.length === 0,
      hasEnoughGas,
      shortfalls,
      balances,
      // Asked for once per currency, at almost the same moment: what was there at the worst of them.
      native: -largest(looked.map(({ funds }) => -funds.native)),
      gasCost: { approvals: approvalGas * gasPrice, payment: plan.gas * gasPrice },
    },
  };
}

/** Of at least one number. */
function largest([first = 0n, ...others]: readonly bigint[]): bigint {
  let most = first;
  for (const one of others) if (one > most) most = one;
  return most;
}

async function lookAt(chain: ChainAdapter, wallet: Hex, { token, spender }: Spend): Promise<Funds> {
  const address = token.address === null ? null : checksumEvmAddress(token.address);
  try {
    return await chain.funds({ wallet, token: address, spender });
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    throw new ApiError(
      "chain_unavailable",
      `Network ${chain.network.id} cannot be reached at the moment; it is safe to retry`,
      { cause: error },
    );
  }
}

function approvalsFor({ token, amount, spender }: Spend, allowance: bigint | null): Call[] {
  if (token.address === null || spender === null) return [];
  if (allowance !== null && allowance >= amount) return [];
  const address = checksumEvmAddress(token.address);
  const exact = approval(address, spender, amount);
  const reset = token.approveNeedsReset && allowance !== 0n;
  return reset ? [approval(address, spender, 0n), exact] : [exact];
}
