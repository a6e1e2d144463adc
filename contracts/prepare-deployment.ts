import { createPublicClient, createWalletClient, encodeDeployData, getAddress, type Hex, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { chainAt } from "@/server/chains/evm/chain-at";
import { minedReceipt } from "@/server/chains/evm/mined";
import { type EvmNetwork, networkByChainId } from "@/server/chains/networks";
import { readArtifact } from "./artifact";

/** What our recurring contract is deployed with. Only its relayer may trigger instalments, so each installation needs its own. */
export interface Deployment {
  rpcUrl: string;
  privateKey: Hex;
  /** May trigger instalments. The deployer when absent. */
  relayer?: Hex;
  /** May replace the relayer, and pause. The deployer when absent. */
  owner?: Hex;
  /** The public ERC20FeeProxy of the network when absent. */
  feeProxy?: Hex;
}

export interface PreparedDeployment {
  network: EvmNetwork;
  args: readonly [owner: Hex, relayer: Hex, feeProxy: Hex];
  deployer: Hex;
  /** What the deployment costs at the present gas price, in wei. */
  costWei: bigint;
  /** Sends the transaction and waits for its receipt. Throws when the contract is not there afterwards. */
  send(): Promise<{ address: Hex; transactionHash: Hex; blockNumber: bigint }>;
}

/**
 * Ask the node what it is and what the deployment will cost; nothing is sent yet.
 * Throws for a network that is not ours, for Tron, and where the fee proxy has no code.
 */
export async function prepareDeployment(options: Deployment): Promise<PreparedDeployment> {
  const account = privateKeyToAccount(options.privateKey);
  const transport = http(options.rpcUrl);
  const chainId = await createPublicClient({ transport }).getChainId();
  const network = networkByChainId(chainId);
  if (network?.family !== "evm") throw new Error(`chain ${chainId} is not an EVM network of this service`);
  const chain = chainAt(network, options.rpcUrl);
  const client = createPublicClient({ chain, transport });
  const wallet = createWalletClient({ account, chain, transport });

  const feeProxy = options.feeProxy ?? network.contracts.erc20FeeProxy.address;
  const args = [options.owner ?? account.address, options.relayer ?? account.address, feeProxy] as const;
  if (!(await client.getCode({ address: feeProxy })))
    throw new Error(`no fee proxy at ${feeProxy} on ${network.id}`);

  const { abi, bytecode } = await readArtifact("ERC20RecurringPaymentProxy");
  const [gas, gasPrice] = await Promise.all([
    client.estimateGas({ account, data: encodeDeployData({ abi, bytecode, args }) }),
    client.getGasPrice(),
  ]);
  return { network, args, deployer: account.address, costWei: gas * gasPrice, send };

  async function send() {
    const transactionHash = await wallet.deployContract({ abi, bytecode, args });
    const receipt = await minedReceipt(client, transactionHash);
    if (receipt.status !== "success" || !receipt.contractAddress) {
      throw new Error(`the deployment ${transactionHash} was reverted`);
    }
    return {
      address: getAddress(receipt.contractAddress),
      transactionHash,
      blockNumber: receipt.blockNumber,
    };
  }
}
