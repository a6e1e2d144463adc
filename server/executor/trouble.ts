import { formatGwei, formatUnits } from "viem";
import type { TooExpensive } from "@/server/executor/fees";
import type { ExecutorParts } from "@/server/executor/parts";
import type { Signer } from "@/server/executor/signer";
import type { ExecutorState } from "@/server/executor/state";

/** Why nothing is sent now. */
export interface Trouble {
  state: ExecutorState;
  reason: string;
}

export function balanceText({ signer, network }: ExecutorParts, balance: bigint, executions: number): string {
  const { decimals, symbol } = network.native;
  return `${signer.address} has ${formatUnits(balance, decimals)} ${symbol}, gas for about ${executions} instalments`;
}

export function outOfGas(parts: ExecutorParts, balance: bigint): Trouble {
  return { state: "out_of_gas", reason: balanceText(parts, balance, 0) };
}

export function tooExpensive({ needed, ceiling }: TooExpensive): Trouble {
  const reason = `gas costs ${formatGwei(needed)} gwei, above the ceiling of ${formatGwei(ceiling)} gwei`;
  return { state: "fee_above_ceiling", reason };
}

export function foreign({ address }: Signer, nonce: bigint): Trouble {
  const reason = `a transaction that this service did not send waits with nonce ${nonce} of ${address}`;
  return { state: "foreign_transaction", reason };
}

/** What the answer of a node to a transaction means for the executor; null where it is only a matter of time. */
export function refusalTrouble(kind: string): Trouble | null {
  if (kind === "insufficient_funds")
    return { state: "out_of_gas", reason: "the nodes say that the balance does not pay for the transaction" };
  if (kind.startsWith("refused"))
    return { state: "refused_by_node", reason: "the nodes refuse the transaction" };
  return null;
}

/** Instalments are due and none is sent: nobody else would notice. `error`: what the last pass failed with. */
export function sendsNothing(count: number, since: Date, error: unknown): Trouble {
  const what = count === 1 ? "1 instalment is" : `${count} instalments are`;
  const why = error instanceof Error ? `: ${error.message.slice(0, 200)}` : "";
  const reason = `${what} due, and nothing could be sent since ${since.toISOString()}${why}`;
  return { state: "sends_nothing", reason };
}
