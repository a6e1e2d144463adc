import { encodeFunctionData, maxUint256 } from "viem";
import { erc20Abi, erc20FeeProxyAbi } from "@/contracts/abis";
import { adapterSuite, type SuiteChain } from "@/server/chains/adapter.suite";
import type { Hex } from "@/server/chains/contract-addresses";
import { EvmAdapter } from "@/server/chains/evm/adapter";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { paymentCalls } from "@/server/chains/payment-calls";
import { tokenById } from "@/server/currencies/tokens";
import { startTestChain } from "@/server/testing/evm/chain";

const network = EVM_NETWORKS.sepolia;
const lower = (address: string): Hex => `0x${address.slice(2).toLowerCase()}`;

adapterSuite("an EVM network", async (): Promise<SuiteChain> => {
  const node = await startTestChain({ network: "sepolia" });
  const wallet = node.wallet("payer");
  const token = lower(tokenById("USDC-sepolia")?.address ?? "");
  const payee = lower(node.accounts.recipient.address);
  const { batch, erc20FeeProxy } = network.contracts;
  const send = async (call: { to: Hex; data: Hex; gas?: bigint }) => {
    const hash = await wallet.sendTransaction(call);
    await node.publicClient.waitForTransactionReceipt({ hash });
    return hash;
  };
  for (const spender of [erc20FeeProxy.address, batch?.address ?? "0x"]) {
    const args = [spender, maxUint256] as const;
    await send({ to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: "approve", args }) });
  }
  const calls = paymentCalls(network);
  const payment = (reference: Hex, amount: bigint) => ({ token, payee, amount, reference, fee: null });
  return {
    adapter: new EvmAdapter(network, { rpcUrls: [node.rpcUrl] }),
    adapterAt: (url) => new EvmAdapter(network, { rpcUrls: [url] }),
    payer: lower(wallet.account.address),
    payerEoa: lower(wallet.account.address),
    payee,
    token,
    feeProxy: lower(erc20FeeProxy.address),
    pay: (references, amount) => {
      const [first, ...others] = references.map((reference) => payment(reference, amount));
      if (!first) throw new Error("nothing to pay");
      return send(others.length === 0 ? calls.one(first).call : calls.many([first, ...others]).call);
    },
    failToPay: async (reference) => {
      const args = [token, payee, maxUint256, reference, 0n, payee] as const;
      const functionName = "transferFromWithReferenceAndFee";
      const data = encodeFunctionData({ abi: erc20FeeProxyAbi, functionName, args });
      const txHash = await send({ to: erc20FeeProxy.address, data, gas: 300_000n });
      return { txHash, blockNumber: await node.publicClient.getBlockNumber() };
    },
    mine: (blocks) => node.mine(blocks),
    dropBlocks: (depth) => node.reorg(depth),
    stop: () => node.stop(),
  };
});
