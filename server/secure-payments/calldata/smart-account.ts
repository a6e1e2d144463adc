import { maxUint256 } from "viem";
import type { ChainAdapter } from "@/server/chains/adapter";
import { checksumEvmAddress } from "@/server/chains/address";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import { approval, type Call, tokenPull } from "@/server/chains/evm/calldata";
import { formatAmount } from "@/server/lib/amount";
import type { PaymentPlan } from "@/server/requests/paying/payment-plan";
import { chainUnavailable, checkWallet, type Readiness } from "@/server/requests/paying/readiness";
import type { SingleCalldataMetadata } from "@/server/secure-payments/wire/pay-schema";

/** A smart account that pays, and the connected wallet that holds the tokens (SG-04). */
export interface AccountPair {
  account: Hex;
  owner: Hex;
}

/** What the pair has to do before the plan can be carried out. */
export interface PairReadiness {
  readiness: Readiness;
  /** The owner sends these itself, once: they let the account take its tokens. */
  ownerApprovals: Call[];
  /** The account takes what it is about to pay. */
  pulls: Call[];
  eoaApproval: SingleCalldataMetadata["eoaApproval"] | null;
}

/**
 * Looks at both wallets. Balances are the owner's, because the account takes from it what it pays; allowances to
 * the payment contracts are the account's. The owner's permission for the account is unlimited (SY-06), so that
 * it is signed once. The native coin cannot be taken: the account itself has to hold it.
 */
export async function checkPair(
  chain: ChainAdapter,
  plan: PaymentPlan,
  { account, owner }: AccountPair,
): Promise<PairReadiness> {
  const own = await checkWallet(chain, plan, account);
  const spends = plan.spends.filter(({ token }) => token.address !== null);
  const taken = await Promise.all(
    spends.map(async ({ token, amount }) => {
      const address = checksumEvmAddress(token.address ?? "");
      const funds = await fundsOf(chain, { wallet: owner, token: address, spender: account });
      return { token, address, amount, available: funds.token ?? 0n, allowance: funds.allowance ?? 0n };
    }),
  );
  const short = taken.filter(({ allowance, amount }) => allowance < amount);
  const ownerApprovals = short.flatMap(({ token, address, allowance }) => [
    ...(token.approveNeedsReset && allowance > 0n ? [approval(address, account, 0n)] : []),
    approval(address, account, maxUint256),
  ]);
  const balances = (own.funding?.balances ?? []).map((balance) => {
    const held = taken.find(({ token }) => token === balance.token);
    return held ? { ...balance, available: held.available } : balance;
  });
  const shortfalls = balances.filter(({ available, required }) => available < required);
  const [first] = short;
  return {
    readiness: {
      approvals: own.approvals,
      funding: own.funding && {
        ...own.funding,
        balances,
        shortfalls,
        hasEnoughBalance: shortfalls.length === 0,
      },
    },
    ownerApprovals,
    pulls: taken.map(({ address, amount }) => tokenPull(address, owner, account, amount)),
    eoaApproval: first
      ? {
          owner,
          spender: account,
          tokenAddress: first.address,
          currency: first.token.id,
          amount: formatAmount(first.amount, first.token.decimals),
          approvalType: "unlimited",
        }
      : null,
  };
}

async function fundsOf(chain: ChainAdapter, query: Parameters<ChainAdapter["funds"]>[0]) {
  try {
    return await chain.funds(query);
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    throw chainUnavailable(chain.network.id, error);
  }
}
