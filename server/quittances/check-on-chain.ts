import { keccak256 } from "viem";
import type { PaymentLog } from "@/server/chains/adapter";
import { tronToHex20 } from "@/server/chains/address";
import type { Hex } from "@/server/chains/contract-addresses";
import { depositAddressOn } from "@/server/chains/deposit-address";
import { arrivalsOfReceipt } from "@/server/chains/evm/arrivals";
import { decodePayments, proxyEvents, TOKEN_PAYMENT } from "@/server/chains/evm/decode-payments";
import type { Rpc, RpcBlock, RpcReceipt } from "@/server/chains/evm/rpc";
import { isNetworkId, NETWORKS, type Network } from "@/server/chains/networks";
import { walletKey, walletText } from "@/server/chains/wallets/wallet-text";
import { sharesOf } from "@/server/payments/deposit-addresses/shares";
import type { Problem } from "@/server/quittances/check-offline";
import type { DepositProof, Quittance, QuittanceTransfer } from "@/server/quittances/schema";
import { termsFromWire } from "@/server/requests/paying/deposit/terms-on-wire";

/**
 * Compares every transfer with what a node of its network answers: the block is in the chain, the transaction
 * succeeded, and the known proxy emitted exactly this payment at this place. `rpcOf` answers null for a network
 * that cannot be asked, which is a problem of its own. Throws `ChainError` when a node fails.
 */
export async function checkOnChain(
  { message, deposits = [] }: Quittance,
  rpcOf: (network: Network) => Rpc | null,
): Promise<Problem[]> {
  const found = await Promise.all(
    message.transfers.map(async (transfer) => {
      if (!isNetworkId(transfer.network)) return [`${transfer.network} is not a network of this service`];
      const network = NETWORKS[transfer.network];
      const rpc = rpcOf(network);
      const proof = deposits.find(
        ({ transactionHash, logIndex }) =>
          transactionHash === transfer.transactionHash && logIndex === transfer.logIndex,
      );
      return rpc
        ? transferProblems(transfer, network, { rpc, proof })
        : [`no node to ask about ${network.id}`];
    }),
  );
  return found.flat();
}

async function transferProblems(
  transfer: QuittanceTransfer,
  network: Network,
  { rpc, proof }: { rpc: Rpc; proof: DepositProof | undefined },
): Promise<Problem[]> {
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
  if (proof) return depositProblems(transfer, network, { proof, receipt });
  const payment = decodePayments(receipt.logs, proxiesOf(network)).find(
    ({ logIndex }) => logIndex === transfer.logIndex,
  );
  if (!payment) return [`${transactionHash} made no payment at log ${transfer.logIndex}`];
  return differences(transfer, network, payment).map((field) => `${transactionHash} has another ${field}`);
}

/**
 * A plain transfer to a deposit address pays whom the terms of the address name. The address is their hash, so other terms
 * are those of another address, where nothing arrived.
 */
function depositProblems(
  transfer: QuittanceTransfer,
  network: Network,
  { proof, receipt }: { proof: DepositProof; receipt: RpcReceipt },
): Problem[] {
  const { transactionHash } = transfer;
  const terms = termsFromWire(proof.terms);
  const address = depositAddressOn(network, terms)?.toLowerCase();
  if (!address) return [`${network.id} has no deposit addresses`];
  const watch = { tokens: new Set([terms.token.toLowerCase()]), addresses: new Set([address]) };
  const arrival = arrivalsOfReceipt(receipt.logs, watch).find(
    ({ log }) => log.logIndex === transfer.logIndex,
  );
  if (!arrival) return [`${transactionHash} sent nothing to ${address} at log ${transfer.logIndex}`];
  const { amount, blockHash } = arrival.log;
  const key = (bytes: string) => walletKey(walletText(network.id, bytes));
  const isSame: Record<string, boolean> = {
    block: blockHash === transfer.blockHash,
    chain: terms.homeChainId === BigInt(network.chainId),
    "payment contract": key(terms.feeProxy) === walletKey(network.contracts.erc20FeeProxy.address),
    payee: key(terms.payee) === walletKey(transfer.payee),
    token: key(terms.token) === walletKey(transfer.token),
    amount: sharesOf(terms, BigInt(proof.before), amount).payee === BigInt(transfer.amount),
    reference: terms.paymentReference === transfer.paymentReference,
  };
  return Object.keys(isSame)
    .filter((field) => !isSame[field])
    .map((field) => `${transactionHash} has another ${field}`);
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
