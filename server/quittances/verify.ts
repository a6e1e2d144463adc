import { isAddressEqual, keccak256, recoverTypedDataAddress } from "viem";
import type { PaymentLog } from "@/server/chains/adapter";
import { tronToHex20 } from "@/server/chains/address";
import type { Hex } from "@/server/chains/contract-addresses";
import { decodePayments, proxyEvents, TOKEN_PAYMENT } from "@/server/chains/evm/decode-payments";
import type { Rpc, RpcBlock, RpcReceipt } from "@/server/chains/evm/rpc";
import { isNetworkId, NETWORKS, type Network } from "@/server/chains/networks";
import { walletKey, walletText } from "@/server/chains/wallets/wallet-text";
import { tokenById } from "@/server/currencies/tokens";
import { formatAmount, parseAmount } from "@/server/lib/amount";
import {
  isConvertedMessage,
  type Quittance,
  type QuittanceMessage,
  type QuittanceTransfer,
  typedDataOf,
} from "@/server/quittances/typed-data";
import { conversionProblems } from "@/server/quittances/verify-conversion";

/** A signer as the service lists it. */
export interface ListedSigner {
  address: string;
  validUntil: string | null;
}

/** Something a quittance says that is not so. Empty lists of these are what one hopes for. */
export type Problem = string;

/**
 * What can be checked of a quittance without any network: that it was signed by `signer` (the address the
 * service publishes; by the one the document names when absent), and that its amounts add up.
 */
export async function checkOffline(quittance: Quittance, signer?: string): Promise<Problem[]> {
  const { message, signature } = quittance;
  const expected = signer ?? quittance.signer;
  const recovered = await recoverTypedDataAddress({ ...typedDataOf(message), signature });
  const problems: Problem[] = [];
  if (recovered.toLowerCase() !== expected.toLowerCase()) {
    problems.push(`signed by ${recovered}, not by ${expected}`);
  }
  if (!isAddressEqual(quittance.signer, recovered)) {
    problems.push(`names ${quittance.signer} as its signer, but ${recovered} signed it`);
  }
  const sums = isConvertedMessage(message)
    ? await conversionProblems(message, expected)
    : sumProblems(quittance);
  return [...problems, ...foreignTransfers(message), ...sums];
}

/**
 * Whether a service's list of signers (`GET /v2/quittance-signer`) has the signer of a quittance, for the time at which
 * its request was paid: a key that was replaced before cannot have signed it rightly.
 */
export function checkSigner({ signer, message }: Quittance, signers: readonly ListedSigner[]): Problem[] {
  const listed = signers.find(({ address }) => address.toLowerCase() === signer.toLowerCase());
  if (!listed) return [`${signer} is not among the signers of the service`];
  if (listed.validUntil === null || Date.parse(message.paidAt) <= Date.parse(listed.validUntil)) return [];
  return [`${signer} was replaced at ${listed.validUntil}, before the payment of ${message.paidAt}`];
}

/** Transfers that are not in the currency to the payee. */
function foreignTransfers(message: QuittanceMessage): Problem[] {
  const token = tokenById(message.currency);
  if (!token) return [`${message.currency} is not a currency of this service`];
  return message.transfers
    .filter(
      (transfer) =>
        transfer.network !== token.network ||
        transfer.decimals !== token.decimals ||
        walletKey(transfer.token) !== walletKey(token.address ?? "native") ||
        walletKey(transfer.payee) !== walletKey(message.payee),
    )
    .map((transfer) => `${transfer.transactionHash} is not in ${message.currency} to the payee`);
}

function sumProblems({ message }: Quittance): Problem[] {
  const token = tokenById(message.currency);
  if (!token) return [];
  const total = message.transfers.reduce((sum, transfer) => sum + BigInt(transfer.amount), 0n);
  return [
    ...(total < parseAmount(message.amount, token.decimals)
      ? [`its transfers add up to ${formatAmount(total, token.decimals)}, less than ${message.amount}`]
      : []),
  ];
}

/**
 * Compares every transfer with what a node of its network answers: the block is in the chain, the transaction
 * succeeded, and the known proxy emitted exactly this payment at this place. `rpcOf` answers null for a network
 * that cannot be asked, which is a problem of its own. Throws `ChainError` when a node fails.
 */
export async function checkOnChain(
  { message }: Quittance,
  rpcOf: (network: Network) => Rpc | null,
): Promise<Problem[]> {
  const found = await Promise.all(
    message.transfers.map(async (transfer) => {
      if (!isNetworkId(transfer.network)) return [`${transfer.network} is not a network of this service`];
      const network = NETWORKS[transfer.network];
      const rpc = rpcOf(network);
      return rpc ? transferProblems(transfer, network, rpc) : [`no node to ask about ${network.id}`];
    }),
  );
  return found.flat();
}

async function transferProblems(transfer: QuittanceTransfer, network: Network, rpc: Rpc): Promise<Problem[]> {
  const { transactionHash } = transfer;
  const [chainId, receipt, block] = await Promise.all([
    rpc<Hex>("eth_chainId", []),
    rpc<RpcReceipt | null>("eth_getTransactionReceipt", [transactionHash]),
    rpc<RpcBlock | null>("eth_getBlockByNumber", [`0x${BigInt(transfer.blockNumber).toString(16)}`, false]),
  ]);
  if (Number(chainId) !== network.chainId || transfer.chainId !== network.chainId) {
    return [`the node is on chain ${Number(chainId)}, ${network.id} is ${network.chainId}`];
  }
  if (!receipt) return [`${transactionHash} is not in the chain`];
  if (block?.hash !== transfer.blockHash) {
    return [`block ${transfer.blockNumber} is ${block?.hash ?? "unknown"}, not ${transfer.blockHash}`];
  }
  if (receipt.status !== "0x1") return [`${transactionHash} failed`];
  const payment = decodePayments(receipt.logs, proxiesOf(network)).find(
    ({ logIndex }) => logIndex === transfer.logIndex,
  );
  if (!payment) return [`${transactionHash} made no payment at log ${transfer.logIndex}`];
  return differences(transfer, network, payment).map((field) => `${transactionHash} has another ${field}`);
}

/** The proxies whose events are payments, by their 20 bytes: Tron has one. */
function proxiesOf({ family, contracts }: Network): ReadonlyMap<string, ReadonlySet<Hex>> {
  if (family === "evm") return proxyEvents(contracts);
  const { erc20FeeProxy } = contracts;
  return new Map(erc20FeeProxy ? [[tronToHex20(erc20FeeProxy.address), new Set([TOKEN_PAYMENT])]] : []);
}

/** Fields of the event that are not as the quittance says. */
function differences(transfer: QuittanceTransfer, network: Network, payment: PaymentLog): string[] {
  const token = payment.token === null ? "native" : walletText(network.id, payment.token);
  const same: Record<string, boolean> = {
    block: payment.blockHash === transfer.blockHash,
    payee: walletKey(walletText(network.id, payment.recipient)) === walletKey(transfer.payee),
    token: walletKey(token) === walletKey(transfer.token),
    amount: payment.amount === BigInt(transfer.amount),
    reference: payment.topic1 === keccak256(transfer.paymentReference),
  };
  return Object.keys(same).filter((field) => !same[field]);
}
