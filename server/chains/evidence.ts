import type {
  ArrivalLog,
  PaymentLog,
  ProvenArrival,
  ProvenPayment,
  ShownTransaction,
} from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";

/** An event, and what its receipt says of it. */
interface Proven<Log> {
  log: Log;
}

/** Every event knows its block. */
interface PlacedLog {
  blockHash: Hex;
}

/** One node as far as receipts go. */
export interface Witness<Log = PaymentLog, Proof = ProvenPayment> {
  /** Position among the URLs of its network, from 1. */
  node: number;
  /**
   * What is looked for in the receipt of a transaction: nothing where it failed, null where the node has no receipt.
   * Throws `ChainError`.
   */
  provenBy(shown: ShownTransaction<Log>): Promise<Proof[] | null>;
  /** Hash of its block at this height, null where it has none yet. Throws `ChainError`. */
  hashAt(number: bigint): Promise<Hex | null>;
}

/**
 * `outvoted`: enough providers agree, and these nodes say something else. `no_receipt`: a node that showed the payment cannot give its receipt. `differs`: the receipt says something else
 * than the logs. `forged`: several nodes have the block and none knows the transaction that a log names.
 * `logs_differ`: the logs of several nodes differ. `nodes_disagree`: the receipts of several nodes differ. The first
 * and the last keep the payment waiting; the others are decided by receipts.
 */
export const DOUBTS = [
  "no_receipt",
  "differs",
  "forged",
  "logs_differ",
  "nodes_disagree",
  "outvoted",
] as const;

/** What was found when nodes were not taken at their word. */
export interface Doubt {
  problem: (typeof DOUBTS)[number];
  /** The transaction, or null where a whole range is meant. */
  txHash: Hex | null;
  /** Nodes that reported otherwise than what was believed, from 1; empty where that is not known. */
  nodes: readonly number[];
  /** Where it stands, and what each node said, where several providers were asked. */
  blockNumber?: bigint;
  said?: readonly { node: number; says: string }[];
}

/** When two nodes say the same of an event, and of its receipt. */
export interface Sameness<Log, Proof> {
  isSameLog(a: Log, b: Log | undefined): boolean;
  isSameProof(a: Proof, b: Proof | undefined): boolean;
}

/**
 * What a transaction did, by its receipt (`docs/decisions/lying-nodes.md`). Asks the first witness; the others only
 * where it does not bear out what was shown. Null where there is no such transaction. Throws `ChainError` while it
 * cannot be told: the payment waits.
 */
export async function prove<Log extends PlacedLog, Proof extends Proven<Log>>(
  shown: ShownTransaction<Log>,
  [first, ...others]: readonly Witness<Log, Proof>[],
  sameness: Sameness<Log, Proof>,
  onDoubt: (doubt: Doubt) => void,
): Promise<Proof[] | null> {
  if (!first) throw new ChainError(`no node can be asked for the receipt of ${shown.txHash}`);
  const answer = await answerOf(first, shown);
  if (Array.isArray(answer.reported) && isBorneOut(shown, answer.reported, sameness)) return answer.reported;
  const answers = [answer, ...(await Promise.all(others.map((witness) => answerOf(witness, shown))))];
  return decide(shown, answers, sameness, onDoubt);
}

interface Answer<Log extends PlacedLog, Proof extends Proven<Log>> {
  witness: Witness<Log, Proof>;
  /** Null: it has no receipt. */
  reported: Proof[] | ChainError | null;
}

async function answerOf<Log extends PlacedLog, Proof extends Proven<Log>>(
  witness: Witness<Log, Proof>,
  shown: ShownTransaction<Log>,
): Promise<Answer<Log, Proof>> {
  const reported = await witness.provenBy(shown).catch((error: unknown) => {
    if (error instanceof ChainError) return error;
    throw error;
  });
  return { witness, reported };
}

async function decide<Log extends PlacedLog, Proof extends Proven<Log>>(
  shown: ShownTransaction<Log>,
  answers: readonly Answer<Log, Proof>[],
  sameness: Sameness<Log, Proof>,
  onDoubt: (doubt: Doubt) => void,
): Promise<Proof[] | null> {
  const { txHash } = shown;
  const doubt = (problem: Doubt["problem"], about: readonly Answer<Log, Proof>[]) =>
    onDoubt({ problem, txHash, nodes: about.map(({ witness }) => witness.node) });
  const given = answers.flatMap(({ reported }) => (Array.isArray(reported) ? [reported] : []));
  const without = await Promise.all(
    answers
      .filter(({ reported }) => reported === null)
      .map(async ({ witness }) => witness.hashAt(shown.blockNumber).catch(() => null)),
  );
  // A node that has the very block and not the receipt contradicts one that has it; another is only behind.
  const isDenied = without.includes(shown.blockHash);
  const [receipt, ...further] = given;
  if (!receipt) {
    const failed = answers.find(({ reported }) => reported instanceof ChainError)?.reported;
    if (failed instanceof ChainError) throw failed;
    const isKnownNotToExist = without.length > 1 && without.every((hash) => hash !== null);
    if (shown.logs.length === 0 || isKnownNotToExist) {
      if (shown.logs.length > 0) doubt("forged", []);
      return null;
    }
    doubt("no_receipt", answers);
    throw new ChainError(`node does not have the receipt of ${txHash}, whose payment it shows`);
  }
  if (isDenied || further.some((other) => !isSame(other, receipt, sameness))) {
    doubt("nodes_disagree", answers);
    throw new ChainError(`the nodes disagree about ${txHash}: its payments wait`);
  }
  if (!isBorneOut(shown, receipt, sameness)) doubt("differs", []);
  return receipt;
}

/** Whether a receipt holds exactly what was shown; nothing was shown of a transaction that is only looked for. */
export function isBorneOut<Log extends PlacedLog, Proof extends Proven<Log>>(
  { logs, blockHash }: ShownTransaction<Log>,
  receipt: readonly Proof[],
  { isSameLog: isSameEvent }: Sameness<Log, Proof>,
): boolean {
  if (logs.length === 0) return receipt.every(({ log }) => log.blockHash === blockHash);
  return logs.length === receipt.length && logs.every((log, i) => isSameEvent(log, receipt[i]?.log));
}

/** Whether two receipts say the same. */
export function isSame<Log extends PlacedLog, Proof extends Proven<Log>>(
  a: readonly Proof[],
  b: readonly Proof[],
  { isSameProof }: Sameness<Log, Proof>,
): boolean {
  return a.length === b.length && a.every((proof, i) => isSameProof(proof, b[i]));
}

/** Payments: what their receipts say of the payer, of what arrived and of a deposit elsewhere counts, too. */
export const SAME_PAYMENT: Sameness<PaymentLog, ProvenPayment> = {
  isSameLog,
  isSameProof: ({ log, settlement }, other) =>
    isSameLog(log, other?.log) &&
    settlement.payer === other?.settlement.payer &&
    settlement.payerEoa === other?.settlement.payerEoa &&
    settlement.received === other?.settlement.received &&
    settlement.takenFrom === other?.settlement.takenFrom &&
    settlement.deposit?.messageHash === other?.settlement.deposit?.messageHash &&
    settlement.deposit?.depositId === other?.settlement.deposit?.depositId &&
    settlement.deposit?.originChainId === other?.settlement.deposit?.originChainId,
};

/** Arrivals at deposit addresses. */
export const SAME_ARRIVAL: Sameness<ArrivalLog, ProvenArrival> = {
  isSameLog: isSameArrival,
  isSameProof: ({ log, ordinal }, other) => isSameArrival(log, other?.log) && ordinal === other?.ordinal,
};

function isSameArrival(a: ArrivalLog, b: ArrivalLog | undefined): boolean {
  return (
    b !== undefined &&
    a.txHash === b.txHash &&
    a.blockHash === b.blockHash &&
    a.blockNumber === b.blockNumber &&
    a.logIndex === b.logIndex &&
    a.token === b.token &&
    a.from === b.from &&
    a.to === b.to &&
    a.amount === b.amount
  );
}

/** The same event in every word and place. */
export function isSameLog(a: PaymentLog, b: PaymentLog | undefined): boolean {
  return (
    b !== undefined &&
    a.txHash === b.txHash &&
    a.position === b.position &&
    a.blockHash === b.blockHash &&
    a.blockNumber === b.blockNumber &&
    a.logIndex === b.logIndex &&
    a.topic1 === b.topic1 &&
    a.token === b.token &&
    a.recipient === b.recipient &&
    a.amount === b.amount &&
    a.feeAmount === b.feeAmount &&
    a.feeAddress === b.feeAddress &&
    a.conversion?.amount === b.conversion?.amount &&
    a.conversion?.currency === b.conversion?.currency &&
    a.conversion?.maxRateTimespan === b.conversion?.maxRateTimespan &&
    a.isFallback === b.isFallback
  );
}
