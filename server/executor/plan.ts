import { decodeFunctionResult, type Hex } from "viem";
import { recurringAbi } from "@/contracts/abis";
import type { Call, TransactionNode } from "@/server/chains/transaction-node";
import { type FailedInstalment, type Verdict, verdictOf, whyRefused } from "@/server/executor/failure";
import {
  callOf,
  gasLimitOf,
  type Instalment,
  MAX_CALLDATA_BYTES,
  singleCallOf,
  singleGasLimitOf,
} from "@/server/executor/instalment";

/** What one transaction is to carry, and what came to light on the way. */
export interface Plan {
  /** In the order of the transaction; all of them were paid in the simulation. */
  instalments: Instalment[];
  /** What cannot be paid, with the reason. */
  failed: FailedInstalment[];
  /** What the contract has paid already although the ledger does not know. */
  ahead: Instalment[];
  /** Something that is wrong with the executor itself, and stops all of them. */
  problem: "not_relayer" | "contract_paused" | null;
}

/** Simulates the next instalment of every schedule alone, so that each failure has its reason. */
interface Rehearsed {
  instalment: Instalment;
  verdict: Verdict;
}

/**
 * Chooses what goes into the next transaction from what is due, in that order, which has to be the order of their
 * index within a schedule. Each schedule's next instalment is simulated alone, then all together: several schedules
 * may want the same balance. What fails only together with others is left for the next transaction.
 */
export async function planTransaction(
  node: TransactionNode,
  executor: Hex,
  due: readonly Instalment[],
  gasLimit: bigint,
): Promise<Plan> {
  const rehearsed = await rehearse(node, executor, firstOfEach(due));
  const problem = rehearsed.find(({ verdict }) => verdict.kind === "executor")?.verdict;
  if (problem?.kind === "executor")
    return { instalments: [], failed: [], ahead: [], problem: problem.problem };

  const failed = rehearsed.flatMap(({ instalment, verdict }) =>
    verdict.kind === "fails" ? [{ instalment, failure: verdict.failure, words: verdict.words }] : [],
  );
  const payable = new Set(
    rehearsed.flatMap(({ instalment, verdict }) => (verdict.kind === "payable" ? [instalment.digest] : [])),
  );
  const candidates = within(
    due.filter(({ digest }) => payable.has(digest)),
    gasLimit,
  );
  const together = await payableTogether(node, executor, candidates);
  const [first] = candidates;
  if (together.length === 0 && first && (await usesTooMuchGas(node, executor, first))) {
    const words = "it uses more gas than one instalment may";
    failed.push({ instalment: first, failure: "transfer_refused", words });
  }
  const ahead = rehearsed.flatMap(({ instalment, verdict }) =>
    verdict.kind === "not_now" && verdict.problem === "already_paid" ? [instalment] : [],
  );
  return { instalments: together, failed, ahead, problem: null };
}

/** How many of these instalments would be paid if they were sent in one transaction now. */
export async function paidInSimulation(
  node: TransactionNode,
  call: Required<Pick<Call, "from" | "to" | "data">>,
): Promise<number> {
  const [result] = await node.calls([call]);
  if (!result?.ok || result.data === "0x") return 0;
  const paid = decodeFunctionResult({
    abi: recurringAbi,
    functionName: "triggerRecurringPayments",
    data: result.data,
  });
  return Number(paid);
}

/** Whether an instalment that can be paid cannot be paid with the gas that each has in a batch. */
async function usesTooMuchGas(
  node: TransactionNode,
  executor: Hex,
  instalment: Instalment,
): Promise<boolean> {
  const call = { from: executor, to: instalment.contract, data: singleCallOf(instalment) };
  const [free, limited] = await node.calls([call, { ...call, gas: singleGasLimitOf(call.data) }]);
  return free?.ok === true && limited?.ok === false;
}

function firstOfEach(due: readonly Instalment[]): Instalment[] {
  const seen = new Set<string>();
  return due.filter(({ digest }) => !seen.has(digest) && seen.add(digest));
}

async function rehearse(
  node: TransactionNode,
  executor: Hex,
  instalments: readonly Instalment[],
): Promise<Rehearsed[]> {
  const results = await node.calls(
    instalments.map((one) => ({ from: executor, to: one.contract, data: singleCallOf(one) })),
  );
  return Promise.all(
    instalments.map(async (instalment, i) => {
      const result = results[i];
      if (!result) throw new Error("a simulation has no result");
      const verdict = verdictOf(result);
      if (verdict) return { instalment, verdict };
      if (result.ok) return { instalment, verdict: { kind: "payable" as const } };
      return { instalment, verdict: await whyRefused(node, instalment, result) };
    }),
  );
}

/** More than the gas of any transaction has room for. */
const MOST = 64;

/** As many from the front as fit into one transaction. */
function within(all: readonly Instalment[], gasLimit: bigint): Instalment[] {
  const due = all.slice(0, MOST);
  const fits = (count: number) => {
    const data = callOf(due.slice(0, count));
    return gasLimitOf(count, data) <= gasLimit && data.length / 2 <= MAX_CALLDATA_BYTES;
  };
  return due.slice(0, longest(due.length, fits));
}

/**
 * Those that are all paid when they are sent together: the longest part from the front of which everything is paid,
 * then the same with what follows the one that was not, and so on.
 */
async function payableTogether(
  node: TransactionNode,
  executor: Hex,
  candidates: readonly Instalment[],
): Promise<Instalment[]> {
  let left = [...candidates];
  const [head] = left;
  if (!head) return [];
  const paid = (instalments: readonly Instalment[]) =>
    paidInSimulation(node, { from: executor, to: head.contract, data: callOf(instalments) });
  for (;;) {
    if (left.length === 0 || (await paid(left)) === left.length) return left;
    let [good, bad] = [0, left.length];
    while (bad - good > 1) {
      const middle = (good + bad) >> 1;
      if ((await paid(left.slice(0, middle))) === middle) good = middle;
      else bad = middle;
    }
    const refused = left[bad - 1];
    left = left.filter((one, i) => i < good || one.digest !== refused?.digest);
  }
}

/** The largest count up to `most` that fits, where every smaller one fits too. */
function longest(most: number, fits: (count: number) => boolean): number {
  if (most === 0 || fits(most)) return most;
  let [good, bad] = [0, most];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (fits(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
