/**
 * The published contracts and ours stand at the same addresses of two chains and get the same calls. What a payment
 * leaves behind (logs byte for byte, balances, whether and why it failed) must be the same on both.
 */
import { encodeFunctionData, toEventSelector, zeroAddress as ZERO } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Side } from "@/contracts/testing/bench";
import { batchAbi } from "./abis";
import { installationOf } from "./chain-setup";
import { etch } from "./etch";
import { LOCAL_OWNER } from "./install";
import { batchOf, type Detail, detail, GROUP } from "./testing/batch-calls";
import { type Bench, startBench } from "./testing/bench";
import { FEE, LOTS, native, payee, usdt } from "./testing/differential-calls";
import { CASES } from "./testing/differential-cases";
import { type Observation, observe } from "./testing/observe";
import { installPublished, TRON_STYLE_BATCH } from "./testing/published";

let ours: Side;
let published: Side;

beforeAll(async () => {
  [ours, published] = await Promise.all([startSide(installTronStyleBatch), startSide(installPublished)]);
  const { falseToken, taxed, refuser } = published;
  expect(ours).toMatchObject({ falseToken, taxed, refuser });
});
afterAll(() => Promise.all([ours.stop(), published.stop()]));

async function startSide(before: (bench: Bench) => Promise<void>): Promise<Side> {
  const bench = await startBench("mainnet", before);
  const falseToken = await bench.deploy("FalseToken", "False", "FALSE", 6);
  const taxed = await bench.deploy("FeeOnTransferToken", "Taxed", "TAX", 6);
  const refuser = await bench.deploy("Multicall3");
  for (const to of [falseToken, taxed]) {
    await bench.mint(to, bench.chain.accounts.payer.address, LOTS);
  }
  return { ...bench, falseToken, taxed, refuser };
}

async function installTronStyleBatch({ chain, at }: Bench) {
  const batch = await installationOf("ERC20BatchPayments", TRON_STYLE_BATCH, at.erc20FeeProxy);
  await etch(chain.rpcUrl, [batch], LOCAL_OWNER.address);
}

/** Ours always says why it fails, and the batch as on Tron does not announce a batch fee of nothing. */
function withoutKnownDifferences(mine: Observation, theirs: Observation): Observation {
  const isNothing = ({ topics, data }: Observation["logs"][number]) =>
    topics[0] === toEventSelector("Transfer(address,address,uint256)") && BigInt(data) === 0n;
  const sameFailure = theirs.failed === "execution reverted" && mine.failed !== null;
  return {
    ...theirs,
    failed: sameFailure ? mine.failed : theirs.failed,
    logs: mine.logs.some(isNothing) ? theirs.logs : theirs.logs.filter((log) => !isNothing(log)),
  };
}

describe("the published contracts and ours agree on", () => {
  test.each(CASES)("$name", async (one) => {
    const [mine, theirs] = await Promise.all([observe(ours, one), observe(published, one)]);
    expect(mine).toEqual(withoutKnownDifferences(mine, theirs));
  });
});

describe("where a caller makes a mistake, the published contracts lose money and ours does not:", () => {
  const both = async (act: (side: Side) => Promise<bigint>) => {
    const [mine, theirs] = await Promise.all([act(ours), act(published)]);
    return { mine, theirs };
  };

  test("a native fee without an address is burned there, returned here", async () => {
    const lost = await both(async (bench) => {
      const before = await bench.balance(null, ZERO);
      const receipt = await bench.send("payer", native(() => payee(0), 1_000n, 10n, ZERO)(bench));
      const { baseFeePerGas } = await bench.chain.publicClient.getBlock({ blockNumber: receipt.blockNumber });
      // The zero address is also the miner of a local chain.
      const tip = receipt.gasUsed * (receipt.effectiveGasPrice - (baseFeePerGas ?? 0n));
      return (await bench.balance(null, ZERO)) - before - tip;
    });
    expect(lost).toEqual({ mine: 0n, theirs: 10n });
  });

  test("a token fee without an address stays in the batch contract there, with the payer here", async () => {
    const stranded = await both(async (bench) => {
      await bench.approve("payer", usdt(bench), bench.at.batch, 110n);
      const details = [detail(0, payee(0), 100n, [usdt(bench)], { feeAmount: 10n })];
      await bench.send("payer", batchOf(bench.at.batch, ZERO, [[GROUP.oneToken, details]]));
      return bench.balance(usdt(bench), bench.at.batch);
    });
    expect(stranded).toEqual({ mine: 0n, theirs: 10n });
  });

  test("a payee that calls back in takes the change of the payer there, nothing here", async () => {
    const taken = await both(async (bench) => {
      const steal = encodeFunctionData({
        abi: batchAbi,
        functionName: "batchNativePayments",
        args: [[], true, FEE],
      });
      const thief = await bench.deploy("ReentrantPayee", bench.at.batch, steal);
      const groups: [bigint, Detail[]][] = [[GROUP.native, [detail(0, thief, 100n, [])]]];
      await bench.send("payer", batchOf(bench.at.batch, FEE, groups, { value: 1_000n }));
      return (await bench.balance(null, thief)) - 100n;
    });
    expect(taken).toEqual({ mine: 0n, theirs: 900n });
  });
});
