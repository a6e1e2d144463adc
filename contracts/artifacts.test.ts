import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Abi,
  type AbiItem,
  bytesToHex,
  hexToBytes,
  keccak256,
  toEventSelector,
  toFunctionSelector,
} from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runScript } from "@/server/testing/npm-script";
import * as abis from "./abis";
import { ARTIFACTS, Artifact } from "./artifact";
import { RECURRING_RUNTIME } from "./recurring-runtime";

let directory: string;
let compiled: Artifact[];

/** What `npm run contracts:compile` writes. */
const written = (name: string) => readFile(join(directory, `${name}.json`), "utf8");

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "quittance-artifacts-"));
  const { output, errors, code } = await runScript("contracts:compile", [directory]);
  expect(code, errors).toBe(0);
  const names = output.trim().split("\n");
  compiled = await Promise.all(names.map(async (name) => Artifact.parse(JSON.parse(await written(name)))));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

describe("the committed artifacts", () => {
  test("are what the sources compile to, byte for byte (else: npm run contracts:compile)", async () => {
    for (const artifact of compiled) {
      const committed = await readFile(join(ARTIFACTS, `${artifact.name}.json`), "utf8");
      expect(committed === (await written(artifact.name)), `${artifact.name} differs from its source`).toBe(
        true,
      );
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

test("what the recurring contract is recognised by is its artifact without its immutables", () => {
  const artifact = compiled.find(({ name }) => name === "ERC20RecurringPaymentProxy");
  const code = hexToBytes(artifact?.deployedBytecode ?? "0x");
  const ranges = Object.values(artifact?.immutableReferences ?? {}).flat();
  for (const { start, length } of ranges) code.fill(0, start, start + length);
  expect(RECURRING_RUNTIME).toEqual({
    bytes: code.length,
    immutables: ranges.map(({ start, length }) => [start, length]).sort(([a = 0], [b = 0]) => a - b),
    maskedHash: keccak256(bytesToHex(code)),
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
    ["SpokePool", abis.spokePoolAbi],
    ["MulticallHandler", abis.multicallHandlerAbi],
    ["DepositFactory", abis.depositFactoryAbi],
    ["DepositAccount", abis.depositAccountAbi],
    ["LifiDiamond", abis.lifiDiamondAbi],
    ["LifiReceiver", abis.lifiReceiverAbi],
  ])("are all in %s, with the same selectors and topics", (name, abi) => {
    const contract = compiled.find((artifact) => artifact.name === name);
    expect(signatures(contract?.abi ?? [])).toEqual(expect.arrayContaining(signatures(abi)));
  });
});
