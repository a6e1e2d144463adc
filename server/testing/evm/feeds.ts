import type { Hex } from "viem";
import { readArtifact } from "@/contracts/artifact";
import { feedAddress } from "@/contracts/feeds";
import type { TestChain } from "@/server/testing/evm/chain";

type Chain = Pick<TestChain, "network" | "publicClient" | "wallet">;

/** Calls a price feed of a local chain, and waits until the call is mined. */
export async function callFeed(chain: Chain, feed: Hex, functionName: string, args: unknown[]) {
  const { abi } = await readArtifact("TestAggregator");
  const hash = await chain.wallet(0).writeContract({ address: feed, abi, functionName, args });
  await chain.publicClient.waitForTransactionReceipt({ hash });
}

/** Moves the feed of a currency: USD for one unit with 8 decimals, said so many seconds before the newest block. */
export async function moveFeed(chain: Chain, symbol: string, answer: bigint, secondsAgo = 0n): Promise<void> {
  const { timestamp } = await chain.publicClient.getBlock();
  await callFeed(chain, feedAddress(chain.network, symbol), "setAnswer", [answer, timestamp - secondsAgo]);
}
