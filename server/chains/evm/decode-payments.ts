import type { PaymentLog } from "@/server/chains/adapter";
import type { Contracts, Hex } from "@/server/chains/contract-addresses";
import { CALLS_FAILED, DRAINED_TOKENS, LIFI_RECOVERED } from "@/server/chains/evm/crosschain/events";
import { fallbackPayment, lifiFallbackPayment } from "@/server/chains/evm/crosschain/fallback";
import type { LogFilter } from "@/server/chains/evm/log-filter";
import type { RpcLog } from "@/server/chains/evm/rpc";

/** Topic 0 of the payment events (onchain.md §5). */
export const TOKEN_PAYMENT: Hex = "0x9f16cbcc523c67a60c450e5ffe4f3b7b6dbe772e7abcadb2686ce029a9a0a2b6";
const NATIVE_PAYMENT: Hex = "0xa1c241e337c4610a9d0f881111e977e9dc8690c85fe2108897bb1483c66e6a96";
export const CONVERSION: Hex = "0x96d0d1d75923f40b50f6fe74613b2c23239149607848fbca3941fee7ac041cdc";
const PAYMENT_TOPICS: readonly Hex[] = [
  TOKEN_PAYMENT,
  NATIVE_PAYMENT,
  CONVERSION,
  CALLS_FAILED,
  DRAINED_TOKENS,
  LIFI_RECOVERED,
];

/** Events that each known proxy may emit, by lower-case address. An event from anywhere else means nothing. */
export type PaymentEvents = ReadonlyMap<string, ReadonlySet<Hex>>;

/** What a node is asked for to find the payment events of these proxies. */
export function paymentFilter(proxies: PaymentEvents): LogFilter {
  const address = [...proxies.keys()];
  return {
    subject: "payments",
    address,
    topics: [PAYMENT_TOPICS],
    mayBeIn: (bloom) =>
      address.some((proxy) => bloom.mayContain(`0x${proxy.slice(2)}`)) &&
      PAYMENT_TOPICS.some((topic) => topic !== CONVERSION && bloom.mayContain(topic)),
  };
}

/** The payment events of a network's contracts. */
export function proxyEvents(contracts: Contracts<Hex>): PaymentEvents {
  const { erc20FeeProxy, ethereumFeeProxy, erc20ConversionProxy, ethConversionProxy, acrossHandler } =
    contracts;
  const { lifiReceiver } = contracts;
  const rows: [{ address: Hex } | null, Hex[]][] = [
    [erc20FeeProxy, [TOKEN_PAYMENT]],
    [ethereumFeeProxy, [NATIVE_PAYMENT]],
    [erc20ConversionProxy, [TOKEN_PAYMENT, CONVERSION]],
    [ethConversionProxy, [NATIVE_PAYMENT, CONVERSION]],
    [acrossHandler, [CALLS_FAILED, DRAINED_TOKENS]],
    [lifiReceiver, [LIFI_RECOVERED]],
  ];
  return new Map(
    rows.flatMap(([ref, topics]) => (ref ? [[ref.address.toLowerCase(), new Set(topics)]] : [])),
  );
}

/**
 * Decodes the payment events among `logs`, which must hold all logs of the known proxies for each
 * transaction they mention. Reads the words of the data directly, because a generic ABI decoder was the
 * largest cost of a catch-up (docs/benchmarks.md). Anything malformed or foreign is left out.
 */
export function decodePayments(logs: readonly RpcLog[], proxies: PaymentEvents): PaymentLog[] {
  const payments: PaymentLog[] = [];
  const positions = new Map<string, number>();
  let emitter = "";
  let failed: RpcLog | null = null;
  const place = (log: RpcLog) => {
    const position = positions.get(log.transactionHash) ?? 0;
    positions.set(log.transactionHash, position + 1);
    return {
      txHash: log.transactionHash,
      position,
      blockNumber: BigInt(log.blockNumber),
      blockHash: log.blockHash,
      logIndex: Number(log.logIndex),
    };
  };
  for (const log of inChainOrder(logs)) {
    const [topic0, topic1] = log.topics;
    if (!topic0 || !topic1 || log.removed) continue;
    const proxy = log.address.toLowerCase();
    if (!proxies.get(proxy)?.has(topic0)) continue;
    if (topic0 === LIFI_RECOVERED) {
      const fallback = lifiFallbackPayment(log);
      emitter = proxy;
      if (fallback) payments.push({ ...place(log), ...fallback });
      continue;
    }
    if (topic0 === CALLS_FAILED || topic0 === DRAINED_TOKENS) {
      const fallback = topic0 === DRAINED_TOKENS && failed && fallbackPayment(failed, log, proxies);
      failed = topic0 === CALLS_FAILED ? log : null;
      emitter = proxy;
      if (fallback) payments.push({ ...place(log), ...fallback });
      continue;
    }
    if (topic0 === CONVERSION) {
      if (proxy === emitter) attachConversion(payments.at(-1), log, topic1);
      continue;
    }
    const words = topic0 === TOKEN_PAYMENT ? 5 : 4;
    if (log.data.length !== 2 + 64 * words) continue;
    emitter = proxy;
    const first = topic0 === TOKEN_PAYMENT ? 1 : 0;
    const feeAddress = address(log.data, first + 3);
    payments.push({
      ...place(log),
      topic1,
      token: topic0 === TOKEN_PAYMENT ? address(log.data, 0) : null,
      recipient: address(log.data, first),
      amount: uint(log.data, first + 1),
      feeAmount: uint(log.data, first + 2),
      feeAddress: feeAddress === ZERO ? null : feeAddress,
      conversion: null,
    });
  }
  return payments;
}

const ZERO: Hex = "0x0000000000000000000000000000000000000000";

/**
 * The conversion event comes right after the fee event of its payment, from the same contract and with the same
 * reference. Payments that stand anywhere else were converted by nobody.
 */
function attachConversion(payment: PaymentLog | undefined, log: RpcLog, topic1: Hex): void {
  if (log.data.length !== 2 + 64 * 4 || payment?.txHash !== log.transactionHash) return;
  if (payment.topic1 !== topic1 || payment.conversion) return;
  payment.conversion = {
    amount: uint(log.data, 0),
    currency: address(log.data, 1),
    maxRateTimespan: uint(log.data, 3),
  };
}

/** Nodes send logs in order; sorting costs only where one does not. */
function inChainOrder(logs: readonly RpcLog[]): readonly RpcLog[] {
  const order = (a: RpcLog, b: RpcLog) =>
    Number(BigInt(a.blockNumber) - BigInt(b.blockNumber)) || Number(a.logIndex) - Number(b.logIndex);
  for (let i = 1; i < logs.length; i++) {
    const [before, after] = [logs[i - 1], logs[i]];
    if (before && after && order(before, after) > 0) return [...logs].sort(order);
  }
  return logs;
}

function uint(data: Hex, word: number): bigint {
  return BigInt(`0x${data.slice(2 + 64 * word, 66 + 64 * word)}`);
}

function address(data: Hex, word: number): Hex {
  return `0x${data.slice(26 + 64 * word, 66 + 64 * word)}`;
}
