import type { Hex } from "viem";
import type { KnownContract } from "@/components/pay/safety/comparison";
import { Mismatch } from "@/components/pay/safety/mismatch";
import { addressBytes, parseAddress } from "@/server/chains/address";
import { approval } from "@/server/chains/evm/calldata";
import { NETWORKS, type Network } from "@/server/chains/networks";
import { paymentCalls } from "@/server/chains/payment-calls";
import { type Token, tokenById } from "@/server/currencies/tokens";
import type { ShownPayment, ShownTransfer } from "@/server/secure-payments/page/shown-schema";

/** A transfer read from what is shown, with addresses and numbers that were checked. */
export interface Transfer {
  leg: ShownTransfer;
  token: Token;
  amount: bigint;
  reference: Hex;
  fee: { amount: bigint; address: string } | null;
}

/** What leaves the wallet in one currency, and who takes it; null for the native coin, which is sent along. */
export interface Spend {
  token: Token;
  amount: bigint;
  spender: string | null;
}

/** A transaction of ours. `to` is in the form of its network. */
export interface Built {
  contract: KnownContract;
  to: string;
  data: Hex;
  value: bigint;
  /** The most native coin it may burn, base units; null where wallets set no such limit. */
  feeLimit: bigint | null;
}

/** Everything the page itself can say about a payment: only hidden recipients are not known to it. */
export interface Expectation {
  network: Network;
  transfers: Transfer[];
  contract: { name: KnownContract; address: string };
  /** In the order of the payment; the native coin has no spender. */
  spends: Spend[];
}

const MAX_UINT256 = 2n ** 256n - 1n;

/** Reads what is shown. Throws `Mismatch` for what no page of ours shows. */
export function expectationOf(shown: ShownPayment): Expectation {
  const network = NETWORKS[shown.network];
  if (!network || !Object.hasOwn(NETWORKS, shown.network)) {
    throw new Mismatch("network", "a network of this page", shown.network);
  }
  const transfers = shown.legs.map((leg) => transferOf(network, leg));
  if (transfers.length === 0) throw new Mismatch("answer", "something to pay", "nothing");
  const contract = payingContract(network, shown.kind, transfers);
  const spends = [...new Set(transfers.map(({ token }) => token))].map((token) => {
    const amount = transfers
      .filter((transfer) => transfer.token === token)
      .reduce((sum, transfer) => sum + transfer.amount + (transfer.fee?.amount ?? 0n), 0n);
    return { token, amount, spender: token.address === null ? null : contract.address };
  });
  return { network, transfers, contract, spends };
}

function transferOf(network: Network, leg: ShownTransfer): Transfer {
  const token = tokenById(leg.currency);
  if (!token || token.network !== network.id)
    throw new Mismatch("token", `a token of ${network.id}`, leg.currency);
  if (!/^0x[0-9a-f]{16}$/.test(leg.reference)) {
    throw new Mismatch("reference", "8 bytes", leg.reference);
  }
  return {
    leg,
    token,
    amount: unitsOf("amount", leg.amount),
    reference: `0x${leg.reference.slice(2)}`,
    fee: leg.fee && {
      amount: unitsOf("feeAmount", leg.fee.amount),
      address: addressOf(network, "feeRecipient", leg.fee.address),
    },
  };
}

/** One transfer of a single link goes to its fee proxy; several, and those of a batch, to the batch contract. */
function payingContract(
  { contracts }: Network,
  kind: ShownPayment["kind"],
  [first, ...others]: readonly Transfer[],
): Expectation["contract"] {
  const isAlone = kind === "single" && others.length === 0;
  const isNative = first?.token.address === null;
  if (!isAlone) return known("BatchPayments", contracts.batch);
  return isNative
    ? known("EthereumFeeProxy", contracts.ethereumFeeProxy)
    : known("ERC20FeeProxy", contracts.erc20FeeProxy);
}

function known(name: KnownContract, contract: { address: string } | null): Expectation["contract"] {
  if (!contract) throw new Mismatch("contract", `a ${name} on this network`, "none");
  return { name, address: contract.address };
}

/** The payment, byte for byte. `recipients` stand beside `transfers`, in full. */
export function builtPayment(
  { network, transfers, contract }: Expectation,
  recipients: readonly string[],
): Built {
  const bytes = (address: string) => addressBytes(network.family, address);
  const payments = transfers.map(({ token, amount, reference, fee }, index) => ({
    token: token.address === null ? null : bytes(token.address),
    payee: bytes(addressOf(network, "recipient", recipients[index] ?? "")),
    amount,
    reference,
    fee: fee && { amount: fee.amount, address: bytes(fee.address) },
  }));
  const calls = paymentCalls(network);
  const [payment] = payments;
  const isBatch = !payment || contract.name === "BatchPayments";
  const { call, feeLimit } = isBatch ? calls.many(payments) : calls.one(payment);
  return { contract: contract.name, to: contract.address, data: call.data, value: call.value, feeLimit };
}

/** An approval that may come before the payment. */
export interface Preparation {
  kind: "reset" | "approve";
  spend: Spend & { spender: string };
  /** The allowance that is set. */
  allowance: bigint;
  built: Built;
  /** What the service asks for on this network: the same, but on Tron an allowance without limit (TR-03). */
  usual: Built;
}

/**
 * All approvals that may come before the payment, in their order: exactly what this payment takes, fees included,
 * and before it 0 where the token refuses to change an allowance. Never more, whatever an answer asks for: where the
 * service asks for an unlimited allowance, as it does on Tron, the payer signs this exact one instead.
 */
export function builtApprovals({ network, spends }: Expectation): Preparation[] {
  return spends.flatMap(({ token, amount, spender }) => {
    if (token.address === null || spender === null) return [];
    const calls = paymentCalls(network).approval;
    const set = allowanceSetter(network, token.address, spender);
    const spend = { token, amount, spender };
    const exact: Preparation = {
      kind: "approve",
      spend,
      allowance: amount,
      built: set(amount),
      usual: set(calls.allowanceFor(amount)),
    };
    if (!token.approveNeedsReset) return [exact];
    return [{ kind: "reset", spend, allowance: 0n, built: set(0n), usual: set(0n) }, exact];
  });
}

/** What takes back every allowance that `builtApprovals` may have given (PP-07). */
export function builtRevocations({ network, spends }: Expectation): Preparation[] {
  return spends.flatMap(({ token, amount, spender }) => {
    if (token.address === null || spender === null) return [];
    const none = allowanceSetter(network, token.address, spender)(0n);
    return [{ kind: "reset", spend: { token, amount, spender }, allowance: 0n, built: none, usual: none }];
  });
}

function allowanceSetter(network: Network, to: string, spender: string): (allowance: bigint) => Built {
  const [bytes, taker] = [addressBytes(network.family, to), addressBytes(network.family, spender)];
  const { feeLimit } = paymentCalls(network).approval;
  return (allowance) => {
    const { data, value } = approval(bytes, taker, allowance);
    return { contract: "Token", to, data, value, feeLimit };
  };
}

/** An address of this network in its one written form. */
export function addressOf(
  { family }: Network,
  field: "recipient" | "feeRecipient" | "wallet",
  text: string,
): string {
  const parsed = parseAddress(family, text);
  if (!parsed.ok) throw new Mismatch(field, "an address of this network", text);
  return parsed.address;
}

function unitsOf(field: "amount" | "feeAmount", text: string): bigint {
  const units = /^[1-9][0-9]{0,77}$/.test(text) ? BigInt(text) : 0n;
  if (units === 0n || units > MAX_UINT256) throw new Mismatch(field, "an amount in base units", text);
  return units;
}
