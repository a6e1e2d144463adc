import type {
  Attestable,
  ChainAdapter,
  PaymentLog,
  Settlement,
  ShownTransaction,
} from "@/server/chains/adapter";
import { isSameLog } from "@/server/chains/evidence";
import type { Reader } from "@/server/context";
import {
  type FeeTransferMatch,
  type Match,
  type Matched,
  matchPayments,
  type RefundMatch,
} from "@/server/payments/recording/match";

/** What the receipt of its transaction says about an event, beside the event itself. */
export interface Proof extends Attestable {
  settlement: Settlement;
}

export interface ProvenPayments {
  matches: (Match & Proof)[];
  fees: (FeeTransferMatch & Proof)[];
  refunds: (RefundMatch & Proof)[];
  /** Events that name no request, as they were shown: strangers' payments cost no further question. */
  unclaimed: PaymentLog[];
  /** Transactions about which the logs said something else than the receipt. */
  corrected: string[];
}

/**
 * Matches payment events to requests and looks up the receipts of those that match. What is returned is what the
 * receipts hold, each event once; what was shown and no receipt bears out is gone. `alsoAt` are transactions that logs
 * did not show, but ought to. Throws `ChainError` where a receipt cannot be had.
 */
export async function provePayments(
  db: Reader,
  chain: ChainAdapter,
  payments: readonly PaymentLog[],
  alsoAt: readonly ShownTransaction[] = [],
): Promise<ProvenPayments> {
  const matched = await matchPayments(db, chain.network.id, payments);
  return proveMatched(db, chain, { payments, matched }, alsoAt);
}

/** The same for payment events whose requests were looked up before. */
export async function proveMatched(
  db: Reader,
  chain: ChainAdapter,
  { payments, matched }: { payments: readonly PaymentLog[]; matched: Matched },
  alsoAt: readonly ShownTransaction[] = [],
): Promise<ProvenPayments> {
  const network = chain.network.id;
  const { matches, fees, refunds, unclaimed } = matched;
  const named = new Set([...matches, ...fees, ...refunds].map(({ log }) => log.txHash));
  const shown = [
    ...transactionsOf(payments.filter(({ txHash }) => named.has(txHash))),
    ...alsoAt.filter(({ txHash }) => !named.has(txHash)),
  ];
  if (shown.length === 0) return { matches: [], fees: [], refunds: [], unclaimed, corrected: [] };
  const evidence = await chain.evidence(shown);
  const proofs = new Map<string, Proof>();
  const borneOut = new Set<string>();
  const others: PaymentLog[] = [];
  for (const [i, transaction] of shown.entries()) {
    // What it did in another block is read there.
    const proven = (evidence[i] ?? []).filter(({ log }) => log.blockNumber === transaction.blockNumber);
    for (const { log, ...proof } of proven) proofs.set(logKey(log), proof);
    const { logs } = transaction;
    if (logs.length === proven.length && logs.every((log, at) => isSameLog(log, proven[at]?.log))) {
      borneOut.add(transaction.txHash);
    } else others.push(...proven.map(({ log }) => log));
  }
  const again =
    others.length === 0 ? { matches: [], fees: [], refunds: [] } : await matchPayments(db, network, others);
  const isBorneOut = ({ log }: { log: PaymentLog }) => borneOut.has(log.txHash);
  const prove = <T extends { log: PaymentLog }>(match: T): T & Proof => {
    const proof = proofs.get(logKey(match.log));
    if (!proof) throw new Error(`no proof of ${match.log.txHash}`);
    return { ...match, ...proof };
  };
  return {
    matches: [...matches.filter(isBorneOut), ...again.matches].map(prove),
    fees: [...fees.filter(isBorneOut), ...again.fees].map(prove),
    refunds: [...refunds.filter(isBorneOut), ...again.refunds].map(prove),
    unclaimed,
    corrected: shown.map(({ txHash }) => txHash).filter((txHash) => !borneOut.has(txHash)),
  };
}

/**
 * What a payment is credited with, base units: never more than arrived, so of a token that takes a fee on its way
 * what the payee got.
 */
export function creditOf({ log, settlement }: { log: PaymentLog } & Proof): bigint {
  if (log.token === null) return log.amount;
  const received = settlement.received ?? 0n;
  return received < log.amount ? received : log.amount;
}

/** Why a payment counts for nothing: what its event says, or that nothing of it arrived. Null where it counts. */
export function reasonOf({ mismatch, settlement }: Match & Proof): Match["mismatch"] {
  return mismatch ?? (settlement.received === 0n ? "zero_amount" : null);
}

function transactionsOf(payments: readonly PaymentLog[]): ShownTransaction[] {
  const byHash = new Map<string, PaymentLog[]>();
  for (const log of payments) {
    const own = byHash.get(log.txHash);
    if (own) own.push(log);
    else byHash.set(log.txHash, [log]);
  }
  return [...byHash.values()].flatMap((logs) => {
    const [first] = logs;
    return first ? [{ ...first, logs }] : [];
  });
}

function logKey({ txHash, position }: PaymentLog): string {
  return `${txHash}:${position}`;
}
