import { decodeAbiParameters, encodeAbiParameters, parseAbiParameters } from "viem";
import type { Hex } from "@/server/chains/contract-addresses";
import {
  APPROVE,
  approval,
  argumentsOf,
  erc20Payment,
  PAY_TOKEN,
  type ProxyPayment,
  spentBy,
} from "@/server/chains/evm/calldata";

/** A payment of a token, as it is made on the destination chain. */
export type TokenPayment = ProxyPayment & { token: Hex };

/**
 * What Across' handler does with the money of a deposit (providers.md §2.3). All payments are in one token. The
 * fallback recipient gets what is left over, and everything where a call fails.
 */
export interface DestinationPayments {
  /** ERC20FeeProxy of the destination chain. */
  proxy: Hex;
  payments: readonly TokenPayment[];
  fallbackRecipient: Hex;
}

const INSTRUCTIONS = parseAbiParameters([
  "Instructions instructions",
  "struct Instructions { Call[] calls; address fallbackRecipient; }",
  "struct Call { address target; bytes callData; uint256 value; }",
]);

/** A payment and the fees of its plan, each a payment of its own. What we hand out has fewer. */
export const MAX_PAYMENTS = 8;
/** Longer than any message of as many payments, also where a bridge wraps them. Strangers make messages of any length. */
export const MAX_MESSAGE_BYTES = 6_144;

/** Base units that must arrive for these payments, fees included. */
export function totalOf(payments: readonly TokenPayment[]): bigint {
  return payments.reduce((sum, payment) => sum + spentBy(payment), 0n);
}

/**
 * The message of a deposit: the allowance of the fee proxy is set to nothing first, because anybody may have left one
 * in the shared handler, which mainnet USDT then refuses to change; then to exactly what the payments take.
 */
export function paymentMessage(destination: DestinationPayments): Hex {
  const { fallbackRecipient } = destination;
  const calls = callsOf(destination).map(({ to, data, value }) => ({ target: to, callData: data, value }));
  return encodeAbiParameters(INSTRUCTIONS, [{ calls, fallbackRecipient }]);
}

function callsOf({ proxy, payments }: DestinationPayments) {
  const [first] = payments;
  if (payments.length > MAX_PAYMENTS) throw new Error("a deposit pays more than its reader would read");
  if (!first || payments.some(({ token }) => token.toLowerCase() !== first.token.toLowerCase())) {
    throw new Error("a deposit brings one token, and pays something with it");
  }
  return [
    approval(first.token, proxy, 0n),
    approval(first.token, proxy, totalOf(payments)),
    ...payments.map((payment) => erc20Payment(proxy, payment)),
  ];
}

/**
 * Reads a message that `paymentMessage` could have built; null for every other, down to a single byte. Costs little
 * whatever it is given.
 */
export function readPaymentMessage(message: Hex): DestinationPayments | null {
  // Behind the start of the struct stands the start of its calls.
  if (!isShort(message, { 0: 0x20, 1: 0x40 })) return null;
  try {
    const [{ calls, fallbackRecipient }] = decodeAbiParameters(INSTRUCTIONS, message);
    const [reset, allow, ...pays] = calls;
    if (!reset || !allow) return null;
    const approved = argumentsOf(APPROVE, allow.callData);
    if (!approved) return null;
    const [proxy] = approved;
    const payments = pays.map(({ callData }) => readProxyCall(callData));
    const destination = { proxy, payments, fallbackRecipient };
    return paymentMessage(destination) === message.toLowerCase() ? destination : null;
  } catch {
    return null;
  }
}

/**
 * Whether a message is short enough to be decoded, by its length and by the number of calls that it says to have: each
 * of many calls can point at the same bytes. `starts` are the words of its head, by their position, that say where the
 * calls are: with these values the fourth word is their number, in both forms of a message.
 */
export function isShort(message: Hex, starts: Readonly<Record<number, number>>): boolean {
  if (message.length > 2 + 2 * MAX_MESSAGE_BYTES || message.length < 2 + 4 * 64) return false;
  const word = (at: number) => BigInt(`0x${message.slice(2 + at * 64, 2 + (at + 1) * 64)}`);
  const isInOrder = Object.entries(starts).every(([at, value]) => word(Number(at)) === BigInt(value));
  return isInOrder && word(3) <= BigInt(2 + MAX_PAYMENTS);
}

/** Reads a call of the ERC20FeeProxy. Throws for any other data. */
export function readProxyCall(data: Hex): TokenPayment {
  const args = argumentsOf(PAY_TOKEN, data);
  if (!args) throw new Error("not a call of the fee proxy");
  const [token, payee, amount, reference, feeAmount, feeAddress] = args;
  const hasFee = feeAmount > 0n;
  return { token, payee, amount, reference, fee: hasFee ? { amount: feeAmount, address: feeAddress } : null };
}
