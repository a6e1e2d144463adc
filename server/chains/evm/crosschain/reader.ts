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
import { receiptHolding } from "@/server/chains/evm/crosschain/receipt-holding";
import { logsOfAll } from "@/server/chains/evm/logs-of-all";
import type { Rpc, RpcLog, RpcReceipt } from "@/server/chains/evm/rpc";
import { payersOf, transfersOf } from "@/server/chains/evm/token-flows";
import { agreedAnswer, receiptSaidBy, type Voices } from "@/server/chains/evm/voices";

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

/** Across' pool and handler on one chain, as these nodes show them: what moves anything, all or enough of them say. */
export function acrossReader(voices: () => Voices, contracts: AcrossContracts): CrosschainReader {
  const { chainId, spokePool, forwarders } = contracts;
  const failures = new Set([
    `${contracts.handler.toLowerCase()}:${CALLS_FAILED}`,
    `${contracts.lifiReceiver?.toLowerCase()}:${LIFI_RECOVERED}`,
  ]);
  const poolLogs = (from: bigint, to: bigint, topics: (Hex | readonly Hex[])[]) =>
    logsOfAll(voices(), { address: spokePool, topics }, { from, to });

  async function deposits(from: bigint, to: bigint): Promise<SeenDeposit[]> {
    const logs = await poolLogs(from, to, [FUNDS_DEPOSITED]);
    return logs.flatMap((log) => readFundsDeposited(log, chainId) ?? []);
  }

  function prove(deposit: SeenDeposit): Promise<DepositProof | null> {
    const now = voices();
    const { txHash, blockNumber } = deposit;
    return agreedAnswer<DepositProof | null>(now, {
      async ask(rpc) {
        const receipt = await receiptSaidBy(rpc, { txHash, blockNumber }, now);
        return receipt && proofIn(receipt, deposit);
      },
      isSame: (a, b) => a?.payer === b?.payer && a?.payerEoa === b?.payerEoa,
      txHash,
      blockNumber,
    });
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
    const receipt = fill && (await receiptHolding(voices(), log));
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
    const ask = async (rpc: Rpc) =>
      Number(BigInt(await rpc<Hex>("eth_call", [{ to: spokePool, data }, quantity(at)])));
    const status = await statusOf(voices(), ask, deposit);
    const known = FILL_STATUSES[status];
    if (!known) throw new ChainError(`${spokePool} is not a pool of Across`);
    return known;
  }

  async function refunds(from: bigint, to: bigint, recipients: ReadonlySet<string>): Promise<SeenRefund[]> {
    const logs = await poolLogs(from, to, [EXECUTED_REFUNDS]);
    const found = await Promise.all(
      logs.map(async (log) => {
        const own = readRefunds(log).filter(({ recipient }) => recipients.has(recipient));
        return own.length > 0 && (await receiptHolding(voices(), log)) ? own : [];
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

/**
 * What enough providers call a deposit. Where one provider is enough, one node that knows of a fill is enough not to call
 * it unfilled. Throws `ChainError`.
 */
async function statusOf(
  voices: Voices,
  ask: (rpc: Rpc) => Promise<number>,
  { txHash }: SeenDeposit,
): Promise<number> {
  if (voices.quorum) return agreedAnswer(voices, { ask, isSame: (a, b) => a === b, txHash });
  const heard: number[] = [];
  const noted = async (rpc: Rpc) => {
    const status = await ask(rpc);
    heard.push(status);
    return status;
  };
  await agreedAnswer(voices, { ask: noted, isSame: () => true, txHash });
  return Math.max(...heard);
}

function word(number: bigint): Hex {
  return `0x${number.toString(16).padStart(64, "0")}`;
}

function quantity(number: bigint): Hex {
  return `0x${number.toString(16)}`;
}
