import { readdir, readFile } from "node:fs/promises";
import { type Abi, type AbiItem, toEventSelector, toFunctionSelector } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import * as abis from "./abis";
import { ARTIFACTS, type Artifact } from "./artifact";
import { artifactText, compileContracts } from "./compile";

let compiled: Artifact[];

beforeAll(async () => {
  compiled = await compileContracts();
});

describe("the committed artifacts", () => {
  test("are what the sources compile to, byte for byte (else: npm run compile:contracts)", async () => {
    for (const artifact of compiled) {
      const committed = await readFile(new URL(`${artifact.name}.json`, ARTIFACTS), "utf8");
      expect(committed === artifactText(artifact), `${artifact.name} differs from its source`).toBe(true);
    }
  });

  test("hold nothing that has no source", async () => {
    const files = (await readdir(ARTIFACTS)).sort();
    expect(files).toEqual(compiled.map((artifact) => `${artifact.name}.json`).sort());
  });

  test("fit into the code size limit of every network", () => {
    for (const artifact of compiled) {
      expect(artifact.deployedBytecode.length / 2 - 1, artifact.name).toBeLessThanOrEqual(24_576);
    }
  });
});

describe("the ABIs that the server uses", () => {
  const signatures = (abi: Abi) =>
    abi.flatMap((item: AbiItem) => {
      if (item.type === "function")
        return [`${toFunctionSelector(item)} ${item.name} ${item.stateMutability}`];
      if (item.type === "event") return [`${toEventSelector(item)} ${item.name}`];
      if (item.type === "error") return [`error ${item.name}`];
      return [];
    });

  test.each([
    ["ERC20FeeProxy", abis.erc20FeeProxyAbi],
    ["EthereumFeeProxy", abis.ethereumFeeProxyAbi],
    ["ERC20ConversionProxy", abis.erc20ConversionProxyAbi],
    ["EthConversionProxy", abis.ethConversionProxyAbi],
    ["ChainlinkConversionPath", abis.conversionPathAbi],
    ["BatchConversionPayments", abis.batchAbi],
    ["ERC20BatchPayments", abis.erc20BatchAbi],
    ["ERC20RecurringPaymentProxy", abis.recurringAbi],
    ["PermitToken", abis.erc20Abi],
    ["SanctionsList", abis.sanctionsOracleAbi],
    ["Multicall3", abis.multicall3Abi],
  ])("are all in %s, with the same selectors and topics", (name, abi) => {
    const contract = compiled.find((artifact) => artifact.name === name);
    expect(signatures(contract?.abi ?? [])).toEqual(expect.arrayContaining(signatures(abi)));
  });
});
