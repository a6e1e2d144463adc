import type { FilledDeposit, ProvenPayment } from "@/server/chains/adapter";
import type { Contracts, Hex } from "@/server/chains/contract-addresses";
import type { RelayWords } from "@/server/chains/crosschain";
import {
  addressIn,
  DRAINED_TOKENS,
  FILLED_RELAY,
  LIFI_COMPLETED,
  readFilledRelay,
} from "@/server/chains/evm/crosschain/events";
import { payingContracts } from "@/server/chains/evm/crosschain/read-message";
import type { RpcLog } from "@/server/chains/evm/rpc";
import { transfersOf } from "@/server/chains/evm/token-flows";

/**
 * Tells which payments of a transaction relayers made by filling deposits of other chains. A fill runs its message before
 * anything else can happen, so the first payment out of the contract that runs it is its own, and a further one is not: what
 * a relayer adds in the same transaction counts as the relayer's. The payer of a fill is not told here: the relayer
 * lends the money, and who deposited it is known on the other chain alone.
 *
 * What a fill brings beyond its calls goes to the payee as well, and is received with the payment.
 */
export function markFills(
  payments: readonly ProvenPayment[],
  logs: readonly RpcLog[],
  contracts: Contracts<Hex>,
): ProvenPayment[] {
  const pool = contracts.acrossSpokePool?.address.toLowerCase();
  const fills = logs.filter((log) => log.topics[0] === FILLED_RELAY && log.address.toLowerCase() === pool);
  if (fills.length === 0) return [...payments];
  const marked = new Map<ProvenPayment, { deposit: FilledDeposit; surplus: bigint }>();
  for (const [i, log] of fills.entries()) {
    const fill = readFilledRelay(log);
    const until = Number(fills[i + 1]?.logIndex ?? Number.POSITIVE_INFINITY);
    const senders = fill ? payingContracts(contracts, fill.recipient) : [];
    const own =
      fill &&
      payments.find(
        (payment) =>
          payment.log.logIndex > fill.logIndex &&
          payment.log.logIndex < until &&
          isFrom(senders, payment, logs),
      );
    if (!fill || !own) continue;
    marked.set(own, { deposit: relayOf(fill), surplus: surplusOf(own, logs, senders, until) });
  }
  return payments.map((payment) => {
    const mark = marked.get(payment);
    if (!mark) return payment;
    const received = payment.settlement.received;
    return {
      ...payment,
      settlement: {
        ...payment.settlement,
        payer: null,
        payerEoa: null,
        received: received === null ? null : received + mark.surplus,
        deposit: mark.deposit,
      },
    };
  });
}

function relayOf(fill: RelayWords): RelayWords {
  const { originChainId, depositId, messageHash, depositor, recipient, inputToken, inputAmount } = fill;
  const { outputToken, outputAmount, exclusiveRelayer, exclusivityDeadline, fillDeadline } = fill;
  return {
    originChainId,
    depositId,
    messageHash,
    depositor,
    recipient,
    inputToken,
    inputAmount,
    outputToken,
    outputAmount,
    exclusiveRelayer,
    exclusivityDeadline,
    fillDeadline,
  };
}

/** Whether the money of a payment came out of one of these: the last transfer to the payee before its event did. */
function isFrom(senders: readonly Hex[], { log }: ProvenPayment, logs: readonly RpcLog[]): boolean {
  if (log.token === null) return false;
  const arrival = transfersOf(log.token, logs).findLast(
    ({ to, logIndex }) => to === log.recipient && logIndex < log.logIndex,
  );
  return arrival !== undefined && senders.includes(arrival.from);
}

/** What a fill had left of a payment that succeeded, as far as the payee got it. */
function surplusOf(
  { log }: ProvenPayment,
  logs: readonly RpcLog[],
  senders: readonly Hex[],
  until: number,
): bigint {
  if (log.isFallback || log.token === null) return 0n;
  const end = logs.find(
    ({ address, topics, logIndex }) =>
      senders.some((sender) => sender === address.toLowerCase()) &&
      (topics[0] === DRAINED_TOKENS || topics[0] === LIFI_COMPLETED) &&
      Number(logIndex) > log.logIndex &&
      Number(logIndex) < until,
  );
  if (!end) return 0n;
  if (end.topics[0] === LIFI_COMPLETED) return leftByExecutor(log.token, log, logs, senders, end);
  const [, recipient, token, amount] = end.topics;
  const isPayees =
    recipient && token && addressIn(recipient) === log.recipient && addressIn(token) === log.token;
  return isPayees && amount ? BigInt(amount) : 0n;
}

/** The executor announces no transfer of what is left: the last one to the payee before it says that it is done. */
function leftByExecutor(
  token: Hex,
  { recipient, logIndex }: ProvenPayment["log"],
  logs: readonly RpcLog[],
  senders: readonly Hex[],
  end: RpcLog,
): bigint {
  const left = transfersOf(token, logs).findLast(
    (transfer) =>
      transfer.logIndex > logIndex &&
      transfer.logIndex < Number(end.logIndex) &&
      transfer.to === recipient &&
      senders.includes(transfer.from),
  );
  return left?.value ?? 0n;
}
