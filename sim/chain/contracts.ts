import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  parseAbiParameters,
  toEventSelector,
} from "viem";
import type { Emitted } from "@/sim/chain/emitted";

/** What a payer's wallet was asked to call. */
export interface Call {
  to: string;
  data: string;
}

/** A payment as its call says it. Addresses are lower-case. */
export interface TokenPayment {
  token: Hex;
  recipient: Hex;
  /** Base units. */
  amount: bigint;
  reference: Hex;
  feeAmount: bigint;
  feeAddress: Hex;
}

const feeProxy = parseAbi([
  "function transferFromWithReferenceAndFee(address token, address to, uint256 amount, bytes paymentReference, uint256 feeAmount, address feeAddress)",
  "event TransferWithReferenceAndFee(address tokenAddress, address to, uint256 amount, bytes indexed paymentReference, uint256 feeAmount, address feeAddress)",
]);
const batch = parseAbi([
  "struct RequestDetail { address recipient; uint256 requestAmount; address[] path; bytes paymentReference; uint256 feeAmount; uint256 maxToSpend; uint256 maxRateTimespan; }",
  "struct MetaDetail { uint256 paymentNetworkId; RequestDetail[] requestDetails; }",
  "function batchPayments(MetaDetail[] metaDetails, address[][] pathsToUSD, address feeAddress) payable",
]);
const token = parseAbi(["event Transfer(address indexed from, address indexed to, uint256 value)"]);

const TRANSFER = toEventSelector("Transfer(address,address,uint256)");

export const lower = (address: string): Hex => `0x${address.slice(2).toLowerCase()}`;

/** Reads a call of the payment contract for tokens; null for any other call. */
export function tokenPaymentOf({ data }: Pick<Call, "data">): TokenPayment | null {
  try {
    const { args } = decodeFunctionData({ abi: feeProxy, data: `0x${data.slice(2)}` });
    const [tokenAddress, to, amount, reference, feeAmount, feeAddress] = args;
    return {
      token: lower(tokenAddress),
      recipient: lower(to),
      amount,
      reference,
      feeAmount,
      feeAddress: lower(feeAddress),
    };
  } catch {
    return null;
  }
}

/** All payments of tokens that a call makes, in order: of the payment contract or of the one that makes many at once. */
export function paymentsOf(call: Call): TokenPayment[] {
  const one = tokenPaymentOf(call);
  return one ? [one] : paymentsOfBatch(call);
}

function paymentsOfBatch({ data }: Call): TokenPayment[] {
  try {
    const { args } = decodeFunctionData({ abi: batch, data: `0x${data.slice(2)}` });
    const [groups, , feeAddress] = args;
    return groups.flatMap(({ requestDetails }) =>
      requestDetails.flatMap(
        ({ recipient, requestAmount, path: [tokenAddress], paymentReference, feeAmount }) =>
          tokenAddress === undefined
            ? []
            : {
                token: lower(tokenAddress),
                recipient: lower(recipient),
                amount: requestAmount,
                reference: paymentReference,
                feeAmount,
                feeAddress: lower(feeAddress),
              },
      ),
    );
  } catch {
    return [];
  }
}

/** The call that makes this payment. */
export function callOf(payment: TokenPayment): Hex {
  const { token: tokenAddress, recipient, amount, reference, feeAmount, feeAddress } = payment;
  return encodeFunctionData({
    abi: feeProxy,
    functionName: "transferFromWithReferenceAndFee",
    args: [tokenAddress, recipient, amount, reference, feeAmount, feeAddress],
  });
}

/** The events that the payment contract at `proxy` and the token emit when `payer` makes this payment. */
export function eventsOfPayment(proxy: Hex, payer: Hex, payment: TokenPayment): Emitted[] {
  const { recipient, amount, reference, feeAmount, feeAddress } = payment;
  const logs = [transfer(payment.token, payer, recipient, amount)];
  if (feeAmount > 0n) logs.push(transfer(payment.token, payer, feeAddress, feeAmount));
  const [topic0] = encodeEventTopics({ abi: feeProxy, eventName: "TransferWithReferenceAndFee" });
  logs.push({
    address: lower(proxy),
    topics: [topic0, keccak256(reference)],
    data: encodeAbiParameters(parseAbiParameters("address, address, uint256, uint256, address"), [
      payment.token,
      recipient,
      amount,
      feeAmount,
      feeAddress,
    ]),
  });
  return logs;
}

/** The event of a transfer of a token. */
export function transfer(tokenAddress: Hex, from: Hex, to: Hex, value: bigint): Emitted {
  const topics = encodeEventTopics({ abi: token, eventName: "Transfer", args: { from, to } });
  return {
    address: tokenAddress,
    topics: topics.flatMap((topic) => (typeof topic === "string" ? [topic] : [])),
    data: encodeAbiParameters(parseAbiParameters("uint256"), [value]),
  };
}

/** The transfers of a token among these events. Addresses are lower-case. */
export function transfersIn(
  logs: readonly Emitted[],
  tokenAddress: string,
): { from: string; to: string; value: bigint }[] {
  return logs.flatMap(({ address, topics: [topic0, from, to], data }) =>
    address === tokenAddress && topic0 === TRANSFER && from && to
      ? [{ from: `0x${from.slice(26)}`, to: `0x${to.slice(26)}`, value: BigInt(data) }]
      : [],
  );
}
