import type { Hex } from "viem";
import type { Side } from "@/contracts/testing/bench";
import { type Call, Reverted } from "./bench";
import { FEE, payee } from "./differential-calls";
import { TRON_STYLE_BATCH } from "./published";

export interface Observation {
  failed: string | null;
  logs: { address: string; topics: string[]; data: string }[];
  balances: string[];
}

/** Run one call on a chain and note everything that an outsider could see of it. */
export async function observe(
  side: Side,
  { call, approvals = () => [], before = () => [] }: Case,
): Promise<Observation> {
  const snapshot = await side.chain.snapshot();
  for (const [token, spender, amount] of approvals(side)) await side.approve("payer", token, spender, amount);
  for (const one of before(side)) await side.send(0, one);
  const seen: Observation = { failed: null, logs: [], balances: [] };
  let gas = 0n;
  try {
    const receipt = await side.send("payer", call(side));
    seen.logs = receipt.logs.map(({ address, topics, data }) => ({ address, topics, data }));
    gas = receipt.gasUsed * receipt.effectiveGasPrice;
  } catch (error) {
    if (!(error instanceof Reverted)) throw error;
    seen.failed = error.reason;
  }
  seen.balances = await balances(side, gas);
  await side.chain.revert(snapshot);
  return seen;
}

/** Of everybody a payment may touch, in every token and native coin; what the payer spent on gas is given back. */
async function balances(side: Side, gas: bigint): Promise<string[]> {
  const { at, chain } = side;
  const holders = [
    payee(0),
    payee(1),
    payee(2),
    payee(3),
    payee(4),
    FEE,
    at.erc20FeeProxy,
    at.ethereumFeeProxy,
    at.erc20ConversionProxy,
    at.ethConversionProxy,
    at.batch,
    TRON_STYLE_BATCH,
  ];
  const coins = [side.token("USDC"), side.token("USDT"), side.token("DAI"), side.taxed, null];
  const all = await Promise.all(
    [chain.accounts.payer.address, ...holders].flatMap((holder) =>
      coins.map((coin) => side.balance(coin, holder)),
    ),
  );
  const payerNative = coins.length - 1;
  return all
    .map((amount, index) => (index === payerNative ? "payer" : String(amount)))
    .concat(gas === 0n ? [] : [await payerSpent(side, gas)]);
}

async function payerSpent(side: Side, gas: bigint): Promise<string> {
  const { publicClient, accounts } = side.chain;
  const latest = await publicClient.getBlockNumber();
  const [now, then] = await Promise.all(
    [latest, latest - 1n].map((blockNumber) =>
      publicClient.getBalance({ address: accounts.payer.address, blockNumber }),
    ),
  );
  return String((then ?? 0n) - (now ?? 0n) - gas);
}

export interface Case {
  name: string;
  approvals?: (side: Side) => [token: Hex, spender: Hex, amount: bigint][];
  /** Sent by the owner first. */
  before?: (side: Side) => Call[];
  call: (side: Side) => Call;
}
