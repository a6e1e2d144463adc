import type { PaymentLog, ProvenPayment, ShownTransaction } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";

/** One node as far as receipts go. */
export interface Witness {
  /** Position among the URLs of its network, from 1. */
  node: number;
  /**
   * The payments in the receipt of a transaction: none where it failed, null where the node has no receipt. Throws
   * `ChainError`.
   */
  paymentsOf(shown: ShownTransaction): Promise<ProvenPayment[] | null>;
  /** Hash of its block at this height, null where it has none yet. Throws `ChainError`. */
  hashAt(number: bigint): Promise<Hex | null>;
}

/**
 * `no_receipt`: a node that showed the payment cannot give its receipt. `differs`: the receipt says something else
 * than the logs. `forged`: several nodes have the block and none knows the transaction that a log names.
 * `logs_differ`: the logs of several nodes differ. `nodes_disagree`: the receipts of several nodes differ. The first
 * and the last keep the payment waiting; the others are decided by receipts.
 */
export const DOUBTS = ["no_receipt", "differs", "forged", "logs_differ", "nodes_disagree"] as const;

/** What was found when nodes were not taken at their word. */
export interface Doubt {
  problem: (typeof DOUBTS)[number];
  /** The transaction, or null where a whole range is meant. */
  txHash: Hex | null;
  /** Nodes that reported otherwise than what was believed, from 1; empty where that is not known. */
  nodes: readonly number[];
}

/**
 * What a transaction did, by its receipt (`docs/decisions/lying-nodes.md`). Asks the first witness; the others only
 * where it does not bear out what was shown. Null where there is no such transaction. Throws `ChainError` while it
 * cannot be told: the payment waits.
 */
export async function prove(
  shown: ShownTransaction,
  [first, ...others]: readonly Witness[],
  onDoubt: (doubt: Doubt) => void,
): Promise<ProvenPayment[] | null> {
  if (!first) throw new ChainError(`no node can be asked for the receipt of ${shown.txHash}`);
  const answer = await answerOf(first, shown);
  if (Array.isArray(answer.reported) && isBorneOut(shown, answer.reported)) return answer.reported;
  const answers = [answer, ...(await Promise.all(others.map((witness) => answerOf(witness, shown))))];
  return decide(shown, answers, onDoubt);
}

interface Answer {
  witness: Witness;
  /** Null: it has no receipt. */
  reported: ProvenPayment[] | ChainError | null;
}

async function answerOf(witness: Witness, shown: ShownTransaction): Promise<Answer> {
  const reported = await witness.paymentsOf(shown).catch((error: unknown) => {
    if (error instanceof ChainError) return error;
    throw error;
  });
  return { witness, reported };
}

async function decide(
  shown: ShownTransaction,
  answers: readonly Answer[],
  onDoubt: (doubt: Doubt) => void,
): Promise<ProvenPayment[] | null> {
  const { txHash } = shown;
  const doubt = (problem: Doubt["problem"], about: readonly Answer[]) =>
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
  if (isDenied || further.some((other) => !isSame(other, receipt))) {
    doubt("nodes_disagree", answers);
    throw new ChainError(`the nodes disagree about ${txHash}: its payments wait`);
  }
  if (!isBorneOut(shown, receipt)) doubt("differs", []);
  return receipt;
}

/** Whether a receipt holds exactly what was shown; nothing was shown of a transaction that is only looked for. */
function isBorneOut({ logs, blockHash }: ShownTransaction, receipt: readonly ProvenPayment[]): boolean {
  if (logs.length === 0) return receipt.every(({ log }) => log.blockHash === blockHash);
  return logs.length === receipt.length && logs.every((log, i) => isSameLog(log, receipt[i]?.log));
}

function isSame(a: readonly ProvenPayment[], b: readonly ProvenPayment[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ log, settlement }, i) => {
      const other = b[i];
      return (
        isSameLog(log, other?.log) &&
        settlement.payer === other?.settlement.payer &&
        settlement.payerEoa === other?.settlement.payerEoa &&
        settlement.received === other?.settlement.received &&
        settlement.deposit?.messageHash === other?.settlement.deposit?.messageHash &&
        settlement.deposit?.depositId === other?.settlement.deposit?.depositId &&
        settlement.deposit?.originChainId === other?.settlement.deposit?.originChainId
      );
    })
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
