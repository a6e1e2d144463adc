import { decodeFunctionResult, type Hex } from "viem";
import { recurringAbi } from "@/contracts/abis";
import { ChainError } from "@/server/chains/chain-error";
import {
  type Call,
  type CallResult,
  TOOK_TOO_LONG,
  type TransactionNode,
} from "@/server/chains/transaction-node";
import { type Verdict, verdictOf, whyRefused } from "@/server/executor/failure";
import type { Fees } from "@/server/executor/fees";
import {
  callOf,
  gasLimitOf,
  type Instalment,
  singleCallOf,
  singleGasLimitOf,
} from "@/server/executor/instalment";

/** With what a transaction is simulated: as it will be sent, because a payer's contract can tell the difference. */
export interface Stage {
  node: TransactionNode;
  executor: Hex;
  fees: Fees;
  /** Gas that a network takes for the data of a transaction besides the gas of the calls; 0 where it takes none. */
  dataGas: bigint;
}

/** What became of the next instalment of a schedule in its rehearsal. */
export interface Rehearsed {
  instalment: Instalment;
  verdict: Verdict;
}

/** Why an instalment fails that is paid with more gas. */
const TOO_MUCH_GAS = "it uses more gas than one instalment may";

/**
 * Simulates each of these alone, as a transaction that carries nothing else: with the gas that an instalment has in a
 * batch, and at the price that is paid. What is refused then is asked once more for its reason. Throws `ChainError`.
 */
export async function rehearse(stage: Stage, instalments: readonly Instalment[]): Promise<Rehearsed[]> {
  if (instalments.length === 0) return [];
  const results = await stage.node.calls(instalments.map((one) => batchCall(stage, [one])));
  const verdicts = instalments.map((instalment, i) => {
    const result = results[i];
    if (!result) throw new Error("a simulation has no result");
    return { instalment, verdict: verdictOfBatch(result) };
  });
  const refused = verdicts.flatMap(({ instalment, verdict }) => (verdict === null ? [instalment] : []));
  const reasons = await reasonsOf(stage, refused);
  return verdicts.map(({ instalment, verdict }) => {
    const found = verdict ?? reasons.get(instalment);
    if (!found) throw new Error("a refused instalment has no reason");
    return { instalment, verdict: found };
  });
}

/** How many of these instalments would be paid if they were sent in one transaction now. */
export async function paidTogether(stage: Stage, instalments: readonly Instalment[]): Promise<number> {
  return paidIn(stage.node, batchCall(stage, instalments));
}

/** How many instalments this call would pay now. */
export async function paidIn(node: TransactionNode, call: Call): Promise<number> {
  const [result] = await node.calls([call]);
  return result?.ok ? paidOf(result.data) : 0;
}

function batchCall({ executor, fees, dataGas }: Stage, instalments: readonly Instalment[]): Call {
  const [first] = instalments;
  if (!first) throw new Error("a transaction carries no instalment");
  const data = callOf(instalments);
  const gas = gasLimitOf(instalments.length, data) + dataGas;
  return { from: executor, to: first.contract, data, gas, fees };
}

/** Null for an instalment that the contract refused: the batch does not say why. */
function verdictOfBatch(result: CallResult): Verdict | null {
  if (result.ok) return paidOf(result.data) === 1 ? { kind: "payable" } : null;
  if (result.message === TOOK_TOO_LONG)
    return { kind: "fails", failure: "transfer_refused", words: TOOK_TOO_LONG };
  const verdict = verdictOf(result);
  if (verdict?.kind === "executor") return verdict;
  // Whatever one instalment does, the call that carries it returns.
  throw new ChainError(`the rehearsal of a transaction failed: ${result.message}`);
}

async function reasonsOf(
  stage: Stage,
  refused: readonly Instalment[],
): Promise<ReadonlyMap<Instalment, Verdict>> {
  const { node, executor, fees, dataGas } = stage;
  const results = await node.calls(
    refused.map((one) => {
      const data = singleCallOf(one);
      return { from: executor, to: one.contract, data, gas: singleGasLimitOf(data) + dataGas, fees };
    }),
  );
  const entries = await Promise.all(
    refused.map(async (instalment, i) => {
      const result = results[i];
      if (!result) throw new Error("a simulation has no result");
      return [instalment, await reasonOf(node, instalment, result)] as const;
    }),
  );
  return new Map(entries);
}

async function reasonOf(node: TransactionNode, instalment: Instalment, result: CallResult): Promise<Verdict> {
  const tooMuchGas = { kind: "fails", failure: "transfer_refused", words: TOO_MUCH_GAS } as const;
  if (result.ok) return tooMuchGas;
  const verdict = verdictOf(result);
  // The rehearsal was let in a moment ago: "paused" and "not authorised" are the words of a token made of the same parts.
  return verdict === null || verdict.kind === "executor" ? whyRefused(node, instalment, result) : verdict;
}

function paidOf(data: Hex): number {
  if (data === "0x") return 0;
  const functionName = "triggerRecurringPayments";
  return Number(decodeFunctionResult({ abi: recurringAbi, functionName, data }));
}
