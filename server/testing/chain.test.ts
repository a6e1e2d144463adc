import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestChain, type TestChain } from "@/server/testing/chain";

let chain: TestChain;
beforeAll(async () => {
  chain = await startTestChain({ network: "sepolia", bare: true });
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
