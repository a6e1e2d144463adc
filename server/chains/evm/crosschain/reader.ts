import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import type {
  CrosschainReader,
  DepositKey,
  DepositProof,
  FillStatus,
  SeenDeposit,
  SeenFill,
  SeenRefund,
} from "@/server/chains/crosschain";
import {
  CALLS_FAILED,
  EXECUTED_REFUNDS,
  FILLED_RELAY,
  FUNDS_DEPOSITED,
  LIFI_RECOVERED,
  readFilledRelay,
  readFundsDeposited,
  readRefunds,
  relayHashOf,
} from "@/server/chains/evm/crosschain/events";
import { logsOfAll } from "@/server/chains/evm/logs-of-all";
import type { Rpc, RpcLog, RpcReceipt } from "@/server/chains/evm/rpc";
import { payersOf, transfersOf } from "@/server/chains/evm/token-flows";

/** The contracts of one chain. */
export interface AcrossContracts {
  chainId: number;
  spokePool: Hex;
  handler: Hex;
  /** Null where LI.FI is not. */
  lifiReceiver: Hex | null;
  /** Contracts that hand a payer's money on to the pool, lower-case. */
  forwarders: ReadonlySet<string>;
}

/** Deposits of one question: their numbers travel in a filter. */
const MAX_KEYS = 100;
const FILL_STATUSES: readonly FillStatus[] = ["unfilled", "slow_fill_requested", "filled"];

/** Across' pool and handler on one chain, as these nodes show them. */
export function acrossReader(nodes: () => readonly Rpc[], contracts: AcrossContracts): CrosschainReader {
  const { chainId, spokePool, forwarders } = contracts;
  const failures = new Set([
    `${contracts.handler.toLowerCase()}:${CALLS_FAILED}`,
    `${contracts.lifiReceiver?.toLowerCase()}:${LIFI_RECOVERED}`,
  ]);
  const poolLogs = (from: bigint, to: bigint, topics: (Hex | readonly Hex[])[]) =>
    logsOfAll(nodes(), { address: spokePool, topics }, { from, to });

  async function deposits(from: bigint, to: bigint): Promise<SeenDeposit[]> {
    const logs = await poolLogs(from, to, [FUNDS_DEPOSITED]);
    return logs.flatMap((log) => readFundsDeposited(log, chainId) ?? []);
  }

  async function prove(deposit: SeenDeposit): Promise<DepositProof | null> {
    const proofs = await Promise.all(
      nodes().map(async (rpc) => {
        const receipt = await answerOf(receiptOf(rpc, deposit.txHash));
        return receipt && proofIn(receipt, deposit);
      }),
    );
    const [first, ...others] = proofs.filter((proof) => proof !== undefined);
    if (first === undefined) throw new ChainError(`no node has the receipt of ${deposit.txHash}`);
    if (others.some((proof) => proof?.payer !== first?.payer || proof?.payerEoa !== first?.payerEoa)) {
      throw new ChainError(`the nodes disagree about the deposit ${deposit.txHash}`);
    }
    return first;
  }

  function proofIn(receipt: RpcReceipt, deposit: SeenDeposit): DepositProof | null {
    const isThere = receipt.logs.some(
      (log) =>
        log.address.toLowerCase() === spokePool.toLowerCase() &&
        isSame(readFundsDeposited(log, chainId), deposit),
    );
    if (receipt.status !== "0x1" || !isThere) return null;
    const transfers = transfersOf(deposit.inputToken, receipt.logs);
    // The pool takes the money before it announces the deposit.
    const arrival = transfers.findLast(
      ({ logIndex, to, value }) =>
        logIndex < deposit.logIndex && to === spokePool.toLowerCase() && value === deposit.inputAmount,
    );
    const [payer = null] = payersOf([arrival ?? null], transfers, {
      forwarders,
      paid: new Set(arrival && [arrival]),
    });
    return { payer, payerEoa: payer === receipt.from.toLowerCase() ? payer : null };
  }

  async function fills(from: bigint, to: bigint, keys: readonly DepositKey[]): Promise<SeenFill[]> {
    const found: SeenFill[] = [];
    for (const originChainId of new Set(keys.map((key) => key.originChainId))) {
      const ids = keys.filter((key) => key.originChainId === originChainId).map((key) => word(key.depositId));
      for (let i = 0; i < ids.length; i += MAX_KEYS) {
        const topics = [FILLED_RELAY, word(BigInt(originChainId)), ids.slice(i, i + MAX_KEYS)];
        const logs = await poolLogs(from, to, topics);
        found.push(...(await Promise.all(logs.map(fillOf))).flatMap((fill) => fill ?? []));
      }
    }
    return found;
  }

  async function fillOf(log: RpcLog): Promise<SeenFill | null> {
    const fill = readFilledRelay(log);
    const receipt = fill && (await receiptHolding(nodes(), log));
    return receipt && { ...fill, hasFailedCall: hasFailedCall(receipt, fill.logIndex) };
  }

  /** The events of what runs a message stand between it and the next fill of its transaction. */
  function hasFailedCall({ logs }: RpcReceipt, after: number): boolean {
    const own = logs.filter((log) => Number(log.logIndex) > after);
    const next = own.findIndex((log) => log.topics[0] === FILLED_RELAY);
    return (next < 0 ? own : own.slice(0, next)).some((log) =>
      failures.has(`${log.address.toLowerCase()}:${log.topics[0]}`),
    );
  }

  async function fillStatus(deposit: SeenDeposit, at: bigint): Promise<FillStatus> {
    const data = `0xc35c83fc${relayHashOf(deposit).slice(2)}`;
    const all = await Promise.all(
      nodes().map((rpc) => answerOf(rpc<Hex>("eth_call", [{ to: spokePool, data }, quantity(at)]))),
    );
    const answers = all.filter((answer) => answer !== undefined);
    if (answers.length === 0) throw new ChainError(`no node says whether ${deposit.depositId} was filled`);
    // One node that knows of a fill is enough not to call it unfilled.
    const status = Math.max(...answers.map((answer) => Number(BigInt(answer))));
    const known = FILL_STATUSES[status];
    if (!known) throw new ChainError(`${spokePool} is not a pool of Across`);
    return known;
  }

  async function refunds(from: bigint, to: bigint, recipients: ReadonlySet<string>): Promise<SeenRefund[]> {
    const logs = await poolLogs(from, to, [EXECUTED_REFUNDS]);
    const found = await Promise.all(
      logs.map(async (log) => {
        const own = readRefunds(log).filter(({ recipient }) => recipients.has(recipient));
        return own.length > 0 && (await receiptHolding(nodes(), log)) ? own : [];
      }),
    );
    return found.flat();
  }

  return { deposits, prove, fills, fillStatus, refunds };
}

function isSame(a: SeenDeposit | null, b: SeenDeposit): boolean {
  return (
    a !== null &&
    a.logIndex === b.logIndex &&
    a.blockHash === b.blockHash &&
    a.depositId === b.depositId &&
    relayHashOf(a) === relayHashOf(b)
  );
}

function receiptOf(rpc: Rpc, txHash: Hex): Promise<RpcReceipt | null> {
  return rpc<RpcReceipt | null>("eth_getTransactionReceipt", [txHash]);
}

/** What a node answers; undefined for one that fails: the others are enough. */
function answerOf<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error: unknown) => {
    if (error instanceof ChainError) return undefined;
    throw error;
  });
}

/**
 * The receipt of a log, as every node has it that answers; null where none of them has the log in it. Throws while they
 * disagree: one node that makes things up must not move anything, and one that is behind is waited for.
 */
async function receiptHolding(nodes: readonly Rpc[], log: RpcLog): Promise<RpcReceipt | null> {
  const answers = await Promise.all(nodes.map((rpc) => answerOf(receiptOf(rpc, log.transactionHash))));
  const receipts = answers.filter((answer) => answer !== undefined);
  const holding = receipts.filter((receipt) => receipt !== null && holds(receipt, log));
  const [first] = holding;
  if (receipts.length === 0 || (first && holding.length < receipts.length)) {
    throw new ChainError(`the nodes disagree about ${log.transactionHash}, or none has its receipt`);
  }
  return first ?? null;
}

function holds({ status, logs }: RpcReceipt, log: RpcLog): boolean {
  return (
    status === "0x1" &&
    logs.some(
      (one) =>
        one.address.toLowerCase() === log.address.toLowerCase() &&
        one.blockHash === log.blockHash &&
        one.data === log.data &&
        one.topics.join() === log.topics.join(),
    )
  );
}

function word(number: bigint): Hex {
  return `0x${number.toString(16).padStart(64, "0")}`;
}

function quantity(number: bigint): Hex {
  return `0x${number.toString(16)}`;
}
