import { createPublicClient, createWalletClient, type Hex, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import {
  createLocalSafe,
  executeSafe,
  type LocalSafe,
  localSafeTxHash,
  nextNonce,
  type SafeNode,
} from "@/local/chains/local-safe";
import type { Stack } from "@/local/running-stack/stack-file";
import { developmentAccounts } from "@/server/chains/development-accounts";
import { chainAt } from "@/server/chains/evm/chain-at";
import {
  rejectionOf,
  type SafeTransaction,
  safeTransactionFor,
} from "@/server/chains/evm/safe/safe-transaction";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { fund } from "./payer-chain";

/** A call as a page proposes it to a Safe. */
export interface ProposedCall {
  to: Hex;
  value: string;
  data: Hex;
}

/** What was proposed to a Safe, and what its owners do. */
export interface SafeOwners {
  safe: LocalSafe;
  proposals: { safeTxHash: Hex; calls: ProposedCall[]; transaction: SafeTransaction }[];
  /** Puts calls before the owners as one transaction. Its `safeTxHash`. */
  propose(calls: ProposedCall[]): Promise<Hex>;
  /** Enough owners sign the last proposal, and it is executed. The hash of the transaction. */
  execute(): Promise<Hex>;
  /** The owners use the nonce for nothing. */
  reject(): Promise<Hex>;
}

/** A 2-of-3 Safe on Sepolia with money of its own. */
export async function aFundedSafe(stack: Stack): Promise<LocalSafe> {
  const { payer, payer2, recipient } = developmentAccounts();
  const safe = await createLocalSafe(nodeOf(stack), {
    owners: [payer, payer2, recipient],
    threshold: 2,
    salt: crypto.randomUUID(),
  });
  await fund(stack, safe.address);
  return safe;
}

/** The owners of a Safe, to whom nothing was proposed yet. */
export function ownersOf(stack: Stack, safe: LocalSafe): SafeOwners {
  const node = nodeOf(stack);
  const proposals: SafeOwners["proposals"] = [];
  return {
    safe,
    proposals,
    propose: async (calls) => {
      const plain = calls.map(({ to, value, data }) => ({ to, data, value: BigInt(value) }));
      const transaction = safeTransactionFor("sepolia", safe.version, plain);
      const safeTxHash = localSafeTxHash(node, safe, transaction, await nextNonce(node, safe));
      proposals.push({ safeTxHash, calls, transaction });
      return safeTxHash;
    },
    execute: async () => {
      const last = proposals.at(-1);
      if (!last) throw new Error("nothing was proposed");
      return (await executeSafe(node, safe, last.transaction)).transactionHash;
    },
    reject: async () => (await executeSafe(node, safe, rejectionOf(safe.address))).transactionHash,
  };
}

function nodeOf(stack: Stack): SafeNode {
  const rpcUrl = stack.networks.sepolia?.rpcUrl;
  if (!rpcUrl) throw new Error("sepolia is not running");
  const chain = chainAt(EVM_NETWORKS.sepolia, rpcUrl);
  const account = privateKeyToAccount(developmentAccounts().merchant.privateKey);
  const shared = { chain, transport: http(rpcUrl), pollingInterval: 20 };
  return {
    network: "sepolia",
    chain,
    publicClient: createPublicClient(shared),
    wallet: createWalletClient({ ...shared, account }),
  };
}
