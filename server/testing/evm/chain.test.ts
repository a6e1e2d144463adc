import { erc20Abi, getAddress } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { tokensOf } from "@/server/currencies/tokens";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";

let chain: TestChain;
beforeAll(async () => {
  chain = await startTestChain({ network: "sepolia" });
});
afterAll(() => chain.stop());

describe("a test chain", () => {
  test("has the production chain ID and mines each transaction at once", async () => {
    expect(await chain.publicClient.getChainId()).toBe(11155111);
    const before = await chain.publicClient.getBlockNumber();
    const hash = await chain
      .wallet("payer")
      .sendTransaction({ to: chain.accounts.recipient.address, value: 1n });
    const receipt = await chain.publicClient.waitForTransactionReceipt({ hash });
    expect(receipt.blockNumber).toBe(before + 1n);
  });

  test("holds the production contracts, and money for every account", async () => {
    const { erc20FeeProxy } = EVM_NETWORKS.sepolia.contracts;
    expect(await chain.publicClient.getCode({ address: erc20FeeProxy.address })).toMatch(/^0x60/);
    for (const token of tokensOf("sepolia").filter(({ address }) => address !== null)) {
      const balance = await chain.publicClient.readContract({
        address: getAddress(token.address ?? ""),
        abi: erc20Abi,
        functionName: "balanceOf",
        args: [chain.accounts.payer.address],
      });
      expect(balance).toBe(1_000_000n * 10n ** BigInt(token.decimals));
    }
  });

  test("a reorg replaces the blocks, and a transaction can come back in another one", async () => {
    const wallet = chain.wallet("payer2");
    const request = await wallet.prepareTransactionRequest({
      to: chain.accounts.recipient.address,
      value: 2n,
    });
    const raw = await wallet.signTransaction(request);
    const hash = await chain.publicClient.sendRawTransaction({ serializedTransaction: raw });
    const first = await chain.publicClient.waitForTransactionReceipt({ hash });
    await chain.mine(3);

    await chain.reorg(4);
    await expect(chain.publicClient.getTransactionReceipt({ hash })).rejects.toThrow(/could not be found/);

    await chain.reorg(2, [{ raw, block: 1 }]);
    const second = await chain.publicClient.getTransactionReceipt({ hash });
    expect(second.blockHash).not.toBe(first.blockHash);
    expect(second.blockNumber).toBe(first.blockNumber + 3n);
  });

  test("revert brings back the state of the snapshot", async () => {
    const snapshot = await chain.snapshot();
    const before = await chain.publicClient.getBlockNumber();
    await chain.mine(5);
    await chain.revert(snapshot);
    expect(await chain.publicClient.getBlockNumber()).toBe(before);
  });
});
