import { formatUnits, type Hex, toHex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tronToHex20 } from "@/server/chains/address";
import { tronDepositAddress } from "@/server/chains/deposit-address";
import { developmentAccount } from "@/server/chains/development-accounts";
import { startTestChain } from "@/server/testing/evm/chain";
import { runScript } from "@/server/testing/npm-script";
import { startTronNode, type TestTron } from "@/server/testing/tron/tron";
import { tronCall, tronOutcome } from "@/server/testing/tron/tron-contracts";
import { depositFactoryAbi } from "./abis";
import { readArtifact } from "./artifact";
import { DEPLOYMENT_PROXY, fixedDeployment } from "./fixed-deployment";
import { prepareDeposits } from "./prepare-deposits";
import { prepareTronDeposits } from "./prepare-tron-deposits";
import { type Bench, benchOn } from "./testing/bench";
import { depositContractsOf, REFERENCE } from "./testing/deposits";

const DEPLOYER = developmentAccount(15);

describe("on an EVM network that has nothing", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = benchOn(await startTestChain({ network: "optimism", bare: true }));
  });
  afterAll(() => bench?.stop());

  const run = (...more: string[]) =>
    runScript("deploy:contracts", ["--deposits", "--rpc-url", bench.chain.rpcUrl, ...more], {
      DEPLOYER_PRIVATE_KEY: DEPLOYER.privateKey,
    });
  const code = (address: Hex) => bench.chain.publicClient.getCode({ address });
  const sent = () => bench.chain.publicClient.getTransactionCount({ address: DEPLOYER.address });

  test("quittance contracts deploy --deposits says addresses and price before it sends anything; with --yes both are where the table of networks says", async () => {
    const { factory, implementation } = depositContractsOf("optimism");
    const { output } = await run();
    for (const line of [
      `DepositAccount  ${implementation}`,
      `DepositFactory  ${factory}`,
      "costs      about 0.",
    ]) {
      expect(output).toContain(line);
    }
    expect(output).toContain("Nothing was sent. Add --yes to deploy.");
    expect(await sent()).toBe(0);

    const done = await run("--yes");
    expect(done.code, done.errors).toBe(0);
    expect(done.output).toContain(`DepositFactory deployed at ${factory}`);
    expect(await Promise.all([code(implementation), code(factory)])).not.toContain(undefined);
    const read = { to: factory, abi: (await readArtifact("DepositFactory")).abi };
    expect(await bench.read({ ...read, functionName: "implementation" })).toBe(implementation);
    expect(await bench.read({ ...read, functionName: "addressPrefix" })).toBe("0xff");

    const again = await run("--yes");
    expect(again.output).toContain("There is nothing to deploy.");
    expect(await sent()).toBe(2);
  });

  test("goes on where somebody deployed the first of them", async () => {
    await bench.stop();
    bench = benchOn(await startTestChain({ network: "optimism", bare: true }));
    const { rpcUrl } = bench.chain;
    const { to, data } = await fixedDeployment("DepositAccount");
    const hash = await bench.chain.wallet(3).sendTransaction({ to, data });
    await bench.chain.publicClient.waitForTransactionReceipt({ hash });
    const prepared = await prepareDeposits({ rpcUrl, privateKey: DEPLOYER.privateKey });
    expect(prepared.contracts.map(({ isThere }) => isThere)).toEqual([true, false]);
    expect((await prepared.send()).map(({ name }) => name)).toEqual(["DepositFactory"]);
    expect(await code(depositContractsOf("optimism").factory)).toBeDefined();
  });

  test("refuses where the deployment proxy is missing", async () => {
    const { rpcUrl } = bench.chain;
    await bench.chain.rpc("anvil_setCode", DEPLOYMENT_PROXY, "0x");
    const preparing = prepareDeposits({ rpcUrl, privateKey: DEPLOYER.privateKey });
    await expect(preparing).rejects.toThrow("no deployment proxy at");
  });
});

describe("on Tron", () => {
  let node: TestTron;
  beforeAll(async () => {
    node = await startTronNode();
  });
  afterAll(() => node?.stop());
  const payer = () => node.accounts.payer;
  const asked = () => ({ rpcUrl: node.url, privateKey: payer().privateKey });
  const run = (...more: string[]) =>
    runScript("deploy:contracts", ["--deposits", "--tron", "--rpc-url", node.url, ...more], {
      DEPLOYER_PRIVATE_KEY: payer().privateKey,
    });
  const installed = async (code: Record<string, Hex>) => {
    for (const [address, one] of Object.entries(code)) await node.control.install(address, one);
  };

  test("nothing is deployed where the source names contracts that are there", async () => {
    const { output, errors, code } = await run("--yes");
    expect(code, errors).toBe(0);
    expect(output).toContain("There is nothing to deploy.");
  });

  test("quittance contracts deploy --deposits --tron says the price first, then deploys both by transactions of its own, and the factory makes addresses as the service computes them", async () => {
    const before = await prepareTronDeposits(asked());
    await installed(
      Object.fromEntries(before.contracts.map(({ address }) => [address ?? "", "0x" as const])),
    );
    const { output } = await run();
    expect(output).toContain("DepositFactory  at an address that its transaction decides");
    expect(output).toContain("Nothing was sent. Add --yes to deploy.");
    const { cost } = await prepareTronDeposits(asked());
    expect(output).toContain(`about ${formatUnits(cost, 6)} TRX`);

    const balance = async () => BigInt(String(await node.rpc("eth_getBalance", payer().address, "latest")));
    const had = await balance();
    const done = await run("--yes");
    expect(done.code, done.errors).toBe(0);
    const paid = had - (await balance());
    // The estimate counts bytes as if none were free.
    expect(paid).toBeLessThanOrEqual(cost);
    expect(paid).toBeGreaterThan((cost * 9n) / 10n);

    const at = (name: string) =>
      tronToHex20(new RegExp(`^${name} deployed at (T\\w{33})`, "m").exec(done.output)?.[1] ?? "");
    const [factory, implementation] = [at("DepositFactory"), at("DepositAccount")];
    const terms = {
      homeChainId: 728126428n,
      payee: payer().address,
      token: tronToHex20(node.usdt),
      feeProxy: tronToHex20(node.feeProxy),
      paymentReference: REFERENCE,
      amount: 5n,
      feeReceiver: toHex(0, { size: 20 }),
      feeAmount: 0n,
      legReceiver: toHex(0, { size: 20 }),
      legAmount: 0n,
      legReference: toHex(0, { size: 8 }),
    };
    const call = { to: factory, abi: depositFactoryAbi, functionName: "deploy", args: [terms] };
    const outcome = await tronOutcome(node, await node.send("payer2", tronCall(call)));
    expect(outcome.ending).toBe("SUCCESS");
    const address = tronDepositAddress(terms, { factory, implementation });
    expect(await node.rpc("eth_getCode", address, "latest")).not.toBe("0x");
  });

  test("a deployment that the deployer's TRX does not pay for leaves nothing", async () => {
    await node.control.setBalance(payer().tronAddress, 20_000_000n);
    const { send } = await prepareTronDeposits(asked());
    await expect(send()).rejects.toThrow("OUT_OF_ENERGY");
  });
});
