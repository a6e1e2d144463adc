import { encodeFunctionData, type Hex, maxUint256 } from "viem";
import { batchAbi, erc20Abi } from "@/contracts/abis";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import type { TestChain } from "@/server/testing/evm/chain";

export interface TestPayment {
  recipient: Hex;
  /** Base units of the network's USDC. */
  amount: bigint;
  reference: Hex;
}

const PER_TRANSACTION = 100;

/**
 * Makes thousands of payment events on a test chain in seconds: batches of 100, each in a block of its own,
 * `gap` empty blocks apart.
 */
export async function payMany(node: TestChain, payments: readonly TestPayment[], gap = 0): Promise<void> {
  const wallet = node.wallet("payer");
  const { batch } = EVM_NETWORKS[node.network].contracts;
  const usdc = tokenById(`USDC-${node.network}`)?.address;
  if (!batch || !usdc) throw new Error(`no batch contract or USDC on ${node.network}`);
  const token: Hex = `0x${usdc.slice(2)}`;
  const approval = await wallet.writeContract({
    address: token,
    abi: erc20Abi,
    functionName: "approve",
    args: [batch.address, maxUint256],
  });
  await node.publicClient.waitForTransactionReceipt({ hash: approval });
  for (let i = 0; i < payments.length; i += PER_TRANSACTION) {
    const details = payments.slice(i, i + PER_TRANSACTION).map(({ recipient, amount, reference }) => ({
      recipient,
      requestAmount: amount,
      path: [token],
      paymentReference: reference,
      feeAmount: 0n,
      maxToSpend: 0n,
      maxRateTimespan: 0n,
    }));
    const data = encodeFunctionData({
      abi: batchAbi,
      functionName: "batchERC20Payments",
      args: [details, [], node.accounts.merchant.address],
    });
    // The node knows the development keys and signs. Each receipt is waited for: a hash comes before its block.
    const from = wallet.account.address;
    const hash = await node.rpc("eth_sendTransaction", { from, to: batch.address, data, gas: "0x1312d00" });
    const receipt = await node.publicClient.waitForTransactionReceipt({ hash: hash as Hex });
    if (receipt.status !== "success") throw new Error(`batch ${hash} reverted`);
    if (gap > 0) await node.mine(gap);
  }
}
