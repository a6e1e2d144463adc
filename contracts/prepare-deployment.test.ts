import { getAddress, keccak256, stringToHex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { developmentAccount } from "@/server/chains/development-accounts";
import { runScript } from "@/server/testing/npm-script";
import { recurringAbi } from "./abis";
import { prepareDeployment } from "./prepare-deployment";
import { type Bench, startBench } from "./testing/bench";

const DEPLOYER = developmentAccount(15);
const RELAYER = developmentAccount(16).address;

let bench: Bench;
beforeAll(async () => {
  bench = await startBench("optimism");
});
afterAll(() => bench.stop());

describe("deploying the recurring contract", () => {
  test("says the network, the parties and the price before it sends anything, then deploys", async () => {
    const { rpcUrl, publicClient } = bench.chain;
    const prepared = await prepareDeployment({ rpcUrl, privateKey: DEPLOYER.privateKey, relayer: RELAYER });
    expect(prepared.network.id).toBe("optimism");
    expect(prepared.args).toEqual([DEPLOYER.address, RELAYER, bench.at.erc20FeeProxy]);
    expect(prepared.costWei).toBeGreaterThan(0n);
    expect(await publicClient.getTransactionCount({ address: DEPLOYER.address })).toBe(0);

    const { address } = await prepared.send();
    const args = [keccak256(stringToHex("RELAYER_ROLE")), RELAYER];
    expect(await bench.read({ to: address, abi: recurringAbi, functionName: "hasRole", args })).toBe(true);
    expect(await bench.read({ to: address, abi: recurringAbi, functionName: "owner" })).toBe(
      DEPLOYER.address,
    );
  });

  test("quittance contracts deploy --rpc-url --relayer --owner --fee-proxy says what it would do, and sends only with --yes", async () => {
    const { rpcUrl, publicClient } = bench.chain;
    const owner = developmentAccount(17).address;
    const parties = ["--relayer", RELAYER, "--owner", owner, "--fee-proxy", bench.at.erc20FeeProxy];
    const deploy = (...more: string[]) =>
      runScript("deploy:contracts", ["--rpc-url", rpcUrl, ...parties, ...more], {
        DEPLOYER_PRIVATE_KEY: DEPLOYER.privateKey,
      });
    const sent = () => publicClient.getTransactionCount({ address: DEPLOYER.address });
    const before = await sent();
    expect((await deploy()).output).toContain("Nothing was sent. Add --yes to deploy.");
    expect(await sent()).toBe(before);

    const { output, errors, code } = await deploy("--yes");
    expect(code, errors).toBe(0);
    const address = /^Deployed at (0x[0-9a-fA-F]{40})/m.exec(output)?.[1];
    expect(
      await bench.read({ to: getAddress(address ?? ""), abi: recurringAbi, functionName: "owner" }),
    ).toBe(owner);
  });

  test("refuses a fee proxy that is not there", async () => {
    const options = { rpcUrl: bench.chain.rpcUrl, privateKey: DEPLOYER.privateKey, feeProxy: RELAYER };
    await expect(prepareDeployment(options)).rejects.toThrow("no fee proxy at");
  });
});
