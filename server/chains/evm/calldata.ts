import {
  type AbiFunction,
  type DecodeAbiParametersReturnType,
  decodeAbiParameters,
  encodeFunctionData,
  prepareEncodeFunctionData,
  slice,
  zeroAddress,
} from "viem";
import { batchAbi, erc20Abi, erc20FeeProxyAbi, ethereumFeeProxyAbi } from "@/contracts/abis";
import type { Hex } from "@/server/chains/contract-addresses";

/** A transaction that a wallet still has to sign. `value` is wei. */
export interface Call {
  to: Hex;
  data: Hex;
  value: bigint;
}

/** One payment through a fee proxy. Amounts are base units; the fee is paid on top (PF-04). */
export interface ProxyPayment {
  /** Null for the native coin. */
  token: Hex | null;
  payee: Hex;
  amount: bigint;
  /** The 8 bytes of the payment reference. */
  reference: Hex;
  fee: { address: Hex; amount: bigint } | null;
}

/** `paymentNetworkId` of the batch contract (onchain.md §4). */
const ONE_TOKEN = 1n;
const SEVERAL_TOKENS = 2n;
const NATIVE = 3n;

/**
 * Stands for "no fee receiver" in a batch. The contract sends its own batch fee there even when that is
 * nothing, and most tokens refuse the zero address. No code is there that could refuse native coin.
 */
export const NO_FEE_RECEIVER: Hex = "0x000000000000000000000000000000000000dEaD";

// Selectors are hashes: once for all, and not for every call that is built or compared.
export const PAY_TOKEN = prepareEncodeFunctionData({
  abi: erc20FeeProxyAbi,
  functionName: "transferFromWithReferenceAndFee",
});
export const APPROVE = prepareEncodeFunctionData({ abi: erc20Abi, functionName: "approve" });

/** The arguments of a call of one prepared function; null for data of any other. Throws for data that ends too early. */
export function argumentsOf<const item extends AbiFunction>(
  { abi: [{ inputs }], functionName }: { abi: readonly [item]; functionName: Hex },
  data: Hex,
): DecodeAbiParametersReturnType<item["inputs"]> | null {
  if (slice(data, 0, 4) !== functionName) return null;
  return decodeAbiParameters<item["inputs"]>(inputs, slice(data, 4));
}

/** Payment of a token out of the payer's allowance to the ERC20FeeProxy. */
export function erc20Payment(proxy: Hex, payment: ProxyPayment & { token: Hex }): Call {
  const { token, payee, amount, reference, fee } = payment;
  const data = encodeFunctionData({
    ...PAY_TOKEN,
    args: [token, payee, amount, reference, fee?.amount ?? 0n, fee?.address ?? zeroAddress],
  });
  return { to: proxy, data, value: 0n };
}

/** Payment of native coin through the EthereumFeeProxy, which pays `value` less the fee. */
export function nativePayment(proxy: Hex, payment: ProxyPayment & { token: null }): Call {
  const { payee, amount, reference, fee } = payment;
  const data = encodeFunctionData({
    abi: ethereumFeeProxyAbi,
    functionName: "transferWithReferenceAndFee",
    args: [payee, reference, fee?.amount ?? 0n, fee?.address ?? zeroAddress],
  });
  return { to: proxy, data, value: amount + (fee?.amount ?? 0n) };
}

/** Lets `spender` take exactly `amount` of a token; 0 takes an earlier permission back. */
export function approval(token: Hex, spender: Hex, amount: bigint): Call {
  const data = encodeFunctionData({ ...APPROVE, args: [spender, amount] });
  return { to: token, data, value: 0n };
}

/** Takes `amount` of a token from `from`, who has allowed it, to `to`. */
export function tokenPull(token: Hex, from: Hex, to: Hex, amount: bigint): Call {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: "transferFrom",
    args: [from, to, amount],
  });
  return { to: token, data, value: 0n };
}

/**
 * Many payments in one transaction of BatchConversionPayments, all or nothing: a group for the tokens, a
 * group for the native coin. Every fee must name the same receiver, because the contract knows one; throws
 * otherwise. Assumes that the contract's own `batchFee` is 0, as ours is: with another one the approval
 * falls short and the transaction reverts.
 */
export function batchPayment(batch: Hex, payments: readonly ProxyPayment[]): Call {
  const tokens = payments.filter((payment) => payment.token !== null);
  const native = payments.filter((payment) => payment.token === null);
  const groups = [];
  if (tokens.length > 0) {
    const isOne = new Set(tokens.map((payment) => payment.token?.toLowerCase())).size === 1;
    groups.push(groupOf(isOne ? ONE_TOKEN : SEVERAL_TOKENS, tokens));
  }
  if (native.length > 0) groups.push(groupOf(NATIVE, native));
  const data = encodeFunctionData({
    abi: batchAbi,
    functionName: "batchPayments",
    args: [groups, [], feeReceiver(payments)],
  });
  return { to: batch, data, value: native.reduce((sum, payment) => sum + spentBy(payment), 0n) };
}

/** What a payment takes from its payer, fee included, in base units. */
export function spentBy(payment: ProxyPayment): bigint {
  return payment.amount + (payment.fee?.amount ?? 0n);
}

function groupOf(paymentNetworkId: bigint, payments: readonly ProxyPayment[]) {
  const requestDetails = payments.map(({ token, payee, amount, reference, fee }) => ({
    recipient: payee,
    requestAmount: amount,
    path: token === null ? [] : [token],
    paymentReference: reference,
    feeAmount: fee?.amount ?? 0n,
    maxToSpend: 0n,
    maxRateTimespan: 0n,
  }));
  return { paymentNetworkId, requestDetails };
}

function feeReceiver(payments: readonly ProxyPayment[]): Hex {
  const [receiver, ...others] = new Map(
    payments.flatMap(({ fee }) => (fee ? [[fee.address.toLowerCase(), fee.address]] : [])),
  ).values();
  if (others.length > 0) throw new Error("a batch pays fees to one address only");
  return receiver ?? NO_FEE_RECEIVER;
}
