import { createPublicClient, createWalletClient, type Hex, http, isAddressEqual } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { depositContractsOf } from "@/server/chains/deposit-address";
import { chainAt } from "@/server/chains/evm/chain-at";
import { minedReceipt } from "@/server/chains/evm/mined";
import { type Network, networkByChainId } from "@/server/chains/networks";
import { DEPLOYMENT_PROXY, fixedDeployment } from "./fixed-deployment";

/** A contract of deposit addresses on a real network. */
export interface DepositContract {
  name: string;
  /** As wallets write it; null where only the deployment tells it. */
  address: string | null;
  isThere: boolean;
}

/** What deploying the contracts of deposit addresses to a network comes to. */
export interface PreparedDeposits {
  network: Network;
  deployer: string;
  /** In the order in which they are deployed. */
  contracts: readonly DepositContract[];
  /** What deploying those that are missing costs at present prices, base units of the native coin. */
  cost: bigint;
  /** Deploys those that are missing, one after the other. Throws when one is not there afterwards. */
  send(): Promise<readonly DeployedContract[]>;
}

export interface DeployedContract {
  name: string;
  address: string;
  transaction: string;
}

/**
 * Ask an EVM node what is there and what the rest will cost; nothing is sent yet. Anybody may deploy: the addresses follow
 * from the code, and whoever finds one of the contracts there goes on with the other. Throws for a network that is not
 * ours, without the deployment proxy, and where this code would have another address than the table of networks says.
 */
export async function prepareDeposits(options: {
  rpcUrl: string;
  privateKey: Hex;
}): Promise<PreparedDeposits> {
  const account = privateKeyToAccount(options.privateKey);
  const transport = http(options.rpcUrl);
  const chainId = await createPublicClient({ transport }).getChainId();
  const network = networkByChainId(chainId);
  const makers = network && depositContractsOf(network);
  if (network?.family !== "evm" || !makers)
    throw new Error(`chain ${chainId} is not an EVM network of this service`);
  const chain = chainAt(network, options.rpcUrl);
  const client = createPublicClient({ chain, transport });
  const wallet = createWalletClient({ account, chain, transport });
  const isThere = async (address: Hex) => (await client.getCode({ address })) !== undefined;

  if (!(await isThere(DEPLOYMENT_PROXY)))
    throw new Error(`no deployment proxy at ${DEPLOYMENT_PROXY} on ${network.id}`);
  const implementation = await fixedDeployment("DepositAccount");
  const factory = await fixedDeployment("DepositFactory", implementation.address, "0xff");
  for (const [{ name, address }, named] of [
    [implementation, makers.implementation],
    [factory, makers.factory],
  ] as const) {
    if (!isAddressEqual(address, named))
      throw new Error(`this ${name} would be at ${address}, and the table of networks says ${named}`);
  }

  const both = await Promise.all(
    [implementation, factory].map(async (one) => ({ ...one, isThere: await isThere(one.address) })),
  );
  const missing = both.filter((one) => !one.isThere);
  const gasPrice = await client.getGasPrice();
  const gas = await Promise.all(missing.map(({ to, data }) => client.estimateGas({ account, to, data })));
  return {
    network,
    deployer: account.address,
    contracts: both,
    cost: gas.reduce((sum, one) => sum + one, 0n) * gasPrice,
    async send() {
      const done: DeployedContract[] = [];
      for (const { name, address, to, data } of missing) {
        const transaction = await wallet.sendTransaction({ to, data });
        await minedReceipt(client, transaction);
        // The proxy fails where somebody else was faster: the contract is there all the same.
        if (!(await isThere(address))) throw new Error(`${transaction} left no ${name} at ${address}`);
        done.push({ name, address, transaction });
      }
      return done;
    },
  };
}
