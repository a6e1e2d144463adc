import { afterEach, expect, test } from "vitest";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { startTestChain } from "@/server/testing/evm/chain";
import { depositAccountAbi, depositFactoryAbi, erc20FeeProxyAbi } from "./abis";
import { type Bench, benchOn, eventsOf, startBench } from "./testing/bench";
import { deployFixed, depositContractsOf, depositsOn } from "./testing/deposits";

let bench: Bench;
afterEach(() => bench.stop());

test("the addresses that networks name are those that the public deployment proxy gives", async () => {
  bench = benchOn(await startTestChain({ network: "mainnet", bare: true }));
  const implementation = await deployFixed(bench, "DepositAccount");
  const factory = await deployFixed(bench, "DepositFactory", implementation, "0xff");
  expect(depositContractsOf("mainnet")).toEqual({ factory, implementation });

  // What local chains are furnished with is the same code.
  const code = (address: `0x${string}`) => bench.chain.publicClient.getCode({ address });
  const deployed = [await code(implementation), await code(factory)];
  await bench.stop();
  bench = await startBench("mainnet");
  expect([await code(implementation), await code(factory)]).toEqual(deployed);
});

const networks = Object.values(EVM_NETWORKS);

test.each(networks.map(({ id }) => id))("on %s the computed address is the deployed one", async (id) => {
  bench = await startBench(id);
  const deposits = depositsOn(bench);
  const terms = deposits.terms();
  const to = deposits.addressOf(terms);
  await deposits.put(terms, 1_060n);
  const receipt = await deposits.collect(terms);
  expect(eventsOf(receipt, erc20FeeProxyAbi, bench.at.erc20FeeProxy)).toHaveLength(2);
  expect(await bench.read({ to, abi: depositAccountAbi, functionName: "terms" })).toEqual(terms);
  const address = { to: deposits.factory, abi: depositFactoryAbi, functionName: "addressOf", args: [terms] };
  expect(await bench.read(address)).toBe(to);
});
