import { createPublicClient, createWalletClient, type Hex, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { fundAccount } from "@/contracts/install";
import { createLocalSafe, type LocalSafe, type SafeNode } from "@/local/chains/local-safe";
import { developmentAccounts } from "@/server/chains/development-accounts";
import { chainAt } from "@/server/chains/evm/chain-at";
import { SAFE_1_4_1 } from "@/server/chains/evm/safe/deployments";
import { EVM_NETWORKS, type EvmNetworkId } from "@/server/chains/networks";

/** Where the demo link is paid. */
export const DEMO_SAFE_NETWORK = "sepolia" satisfies EvmNetworkId;

const TOKEN_UNITS = 10_000n;

/** Two of three Test wallets have to sign. The address follows from the owners, so that it is known beforehand. */
export function demoSafe(): LocalSafe {
  const { payer, payer2, recipient } = developmentAccounts();
  return {
    address: "0x165c212edCF8CbE650bDF87293c46a38C9BcF712",
    version: "1.4.1",
    owners: [payer, payer2, recipient],
    threshold: 2,
  };
}

/** A node of a local network, and who sends transactions there for the Safe: its first owner. */
export function safeNodeAt(network: EvmNetworkId, rpcUrl: string): SafeNode {
  const chain = chainAt(EVM_NETWORKS[network], rpcUrl);
  const transport = http(rpcUrl);
  const [sender] = demoSafe().owners;
  if (!sender) throw new Error("the demo Safe has no owner");
  return {
    network,
    chain,
    publicClient: createPublicClient({ chain, transport, pollingInterval: 50 }),
    wallet: createWalletClient({ account: privateKeyToAccount(sender.privateKey), chain, transport }),
  };
}

/** Deploys the demo Safe, with money of every token. Safe to repeat; nothing where Safe's contracts are missing. */
export async function placeDemoSafe(rpcUrl: string): Promise<void> {
  const { address, owners, threshold } = demoSafe();
  const node = safeNodeAt(DEMO_SAFE_NETWORK, rpcUrl);
  const has = async (at: Hex) => ((await node.publicClient.getCode({ address: at })) ?? "0x") !== "0x";
  if (!(await has(SAFE_1_4_1.proxyFactory))) return;
  if (!(await has(address))) {
    const made = await createLocalSafe(node, { owners, threshold, salt: "demo" });
    if (made.address.toLowerCase() !== address.toLowerCase()) {
      throw new Error(`the demo Safe is at ${made.address}, not at ${address}`);
    }
  }
  await fundAccount({
    rpcUrl,
    network: DEMO_SAFE_NETWORK,
    address,
    nativeWei: 10n ** 18n,
    tokenUnits: TOKEN_UNITS,
  });
}
