import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Hex, keccak256, parseEther, stringToHex } from "viem";
import { afterEach, describe, expect, test } from "vitest";
import { type RunningAnvil, startAnvil } from "@/local/evm-node/anvil";
import { startFaultyNode } from "@/local/evm-node/faulty-node";
import { rpc } from "@/local/evm-node/rpc";
import { developmentAccount } from "@/server/chains/development-accounts";
import { SAFE_1_4_1, safe130Of } from "@/server/chains/evm/safe/deployments";
import { isEvmNetworkId, NETWORK_IDS, NETWORKS, type NetworkId } from "@/server/chains/networks";
import { readArtifact } from "./artifact";
import { contractTokensOf, encodeCall, hexAddress } from "./chain-setup";
import { fundAccount, installContracts, LOCAL_OWNER } from "./install";
import { rpcBatch } from "./rpc-batch";

const running: RunningAnvil[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((node) => node.stop()));
});

async function start(network: NetworkId, statePath?: string): Promise<RunningAnvil> {
  const node = await startAnvil({ chainId: NETWORKS[network].chainId, statePath, log: () => {} });
  running.push(node);
  return node;
}

const SOMEONE = developmentAccount(7).address;
const blockNumber = async (url: string) => Number(await rpc(url, "eth_blockNumber", []));
const code = async (url: string, address: Hex) => String(await rpc(url, "eth_getCode", [address, "latest"]));

async function call(url: string, to: Hex, contract: string, functionName: string, ...args: unknown[]) {
  const data = await encodeCall(contract, functionName, args);
  return BigInt(String(await rpc(url, "eth_call", [{ to, data }, "latest"])));
}

const balance = (url: string, token: Hex, of: Hex) => call(url, token, "TestToken", "balanceOf", of);

describe.each(NETWORK_IDS)("%s", (network) => {
  test("has every contract and token of its table at the production address, in a few requests", async () => {
    const { rpcUrl } = await start(network);
    const counting = await startFaultyNode(rpcUrl);
    await installContracts({ rpcUrl: counting.url, network });
    await counting.close();
    expect(counting.requests()).toBeLessThanOrEqual(8);

    const { contracts } = NETWORKS[network];
    const { permit2, olderConversionPath, ...installed } = contracts;
    const addresses = Object.values(installed).flatMap((contract) => (contract ? [contract.address] : []));
    const tokens = contractTokensOf(network);
    const safe = isEvmNetworkId(network)
      ? [...Object.values(SAFE_1_4_1), ...Object.values(safe130Of(network))]
      : [];
    const all = [...addresses, ...tokens.map((token) => token.address)].map((one) =>
      hexAddress(network, one),
    );
    for (const address of [...all, ...safe]) expect(await code(rpcUrl, address), address).not.toBe("0x");
    for (const token of tokens) {
      const at = hexAddress(network, token.address);
      expect(await call(rpcUrl, at, "TestToken", "decimals"), token.id).toBe(BigInt(token.decimals));
    }
  });
});

describe("installing again", () => {
  test("changes nothing and mines nothing", async () => {
    const { rpcUrl } = await start("mainnet");
    const options = { rpcUrl, network: "mainnet", sanctioned: [SOMEONE] } as const;
    await installContracts(options);
    const height = await blockNumber(rpcUrl);
    await installContracts(options);
    expect(await blockNumber(rpcUrl)).toBe(height);
  });

  test("after a restart with a kept chain finds everything, balances included", async () => {
    const directory = mkdtempSync(path.join(tmpdir(), "quittance-install-"));
    try {
      const statePath = path.join(directory, "chain.json");
      const first = await start("base", statePath);
      await installContracts({ rpcUrl: first.rpcUrl, network: "base" });
      await fundAccount({
        rpcUrl: first.rpcUrl,
        network: "base",
        address: SOMEONE,
        nativeWei: 5n,
        tokenUnits: 3n,
      });
      const height = await blockNumber(first.rpcUrl);
      await first.stop();

      const { rpcUrl } = await start("base", statePath);
      await installContracts({ rpcUrl, network: "base" });
      expect(await blockNumber(rpcUrl)).toBe(height);
      for (const token of contractTokensOf("base")) {
        const has = await balance(rpcUrl, hexAddress("base", token.address), SOMEONE);
        expect(has).toBe(3n * 10n ** BigInt(token.decimals));
      }
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  test("survives a reorganisation of every block after it", async () => {
    const { rpcUrl } = await start("sepolia");
    await installContracts({ rpcUrl, network: "sepolia" });
    await rpc(rpcUrl, "anvil_mine", ["0x3"]);
    await rpc(rpcUrl, "anvil_reorg", [3, []]);
    expect(await code(rpcUrl, NETWORKS.sepolia.contracts.erc20FeeProxy.address)).not.toBe("0x");
  });
});

describe("installed contracts", () => {
  test("know their own address, owner, relayer and neighbours, as their constructors set them", async () => {
    const { rpcUrl } = await start("matic");
    await installContracts({ rpcUrl, network: "matic", relayer: SOMEONE });
    const { recurring, batch, erc20FeeProxy, conversionPath } = NETWORKS.matic.contracts;
    if (!recurring || !batch || !conversionPath) throw new Error("gap in the table");
    const role = keccak256(stringToHex("RELAYER_ROLE"));
    const recurringSays = (name: string, ...args: unknown[]) =>
      call(rpcUrl, recurring.address, "ERC20RecurringPaymentProxy", name, ...args);
    expect(await recurringSays("hasRole", role, SOMEONE)).toBe(1n);
    expect(await recurringSays("hasRole", role, LOCAL_OWNER.address)).toBe(0n);
    expect(await recurringSays("owner")).toBe(BigInt(LOCAL_OWNER.address));
    expect(await recurringSays("erc20FeeProxy")).toBe(BigInt(erc20FeeProxy.address));
    const path = await call(rpcUrl, batch.address, "BatchConversionPayments", "chainlinkConversionPath");
    expect(path).toBe(BigInt(conversionPath.address));
  });

  test("take a new relayer on a chain that was kept", async () => {
    const { rpcUrl } = await start("matic");
    await installContracts({ rpcUrl, network: "matic" });
    await installContracts({ rpcUrl, network: "matic", relayer: SOMEONE });
    const { recurring } = NETWORKS.matic.contracts;
    if (!recurring) throw new Error("gap in the table");
    const role = keccak256(stringToHex("RELAYER_ROLE"));
    const has = await call(rpcUrl, recurring.address, "ERC20RecurringPaymentProxy", "hasRole", role, SOMEONE);
    expect(has).toBe(1n);
  });

  test("0x370DE27f… is the fee proxy on mainnet and the faucet token on Sepolia", async () => {
    const address = "0x370DE27fdb7D1Ff1e1BaA7D11c5820a324Cf623C";
    const [mainnet, sepolia] = [await start("mainnet"), await start("sepolia")];
    await installContracts({ rpcUrl: mainnet.rpcUrl, network: "mainnet" });
    await installContracts({ rpcUrl: sepolia.rpcUrl, network: "sepolia" });
    expect(await code(mainnet.rpcUrl, address)).toBe((await readArtifact("ERC20FeeProxy")).deployedBytecode);
    expect(await call(sepolia.rpcUrl, address, "FaucetToken", "decimals")).toBe(18n);
  });

  test("the oracle lists the sanctioned and nobody else", async () => {
    const { rpcUrl } = await start("base");
    await installContracts({ rpcUrl, network: "base", sanctioned: [SOMEONE] });
    const oracle = NETWORKS.base.contracts.sanctionsOracle;
    if (!oracle) throw new Error("gap in the table");
    const listed = (who: Hex) => call(rpcUrl, oracle.address, "SanctionsList", "isSanctioned", who);
    expect([await listed(SOMEONE), await listed(LOCAL_OWNER.address)]).toEqual([1n, 0n]);
  });
});

describe("funding", () => {
  test("fills up to the wanted balance, for several accounts at once, and adds nothing twice", async () => {
    const { rpcUrl } = await start("bsc");
    await installContracts({ rpcUrl, network: "bsc" });
    const accounts = [11, 12, 13, 14].map((position) => developmentAccount(position).address);
    const wanted = { rpcUrl, network: "bsc", nativeWei: parseEther("20000"), tokenUnits: 10n } as const;
    const fund = () => Promise.all(accounts.map((address) => fundAccount({ ...wanted, address })));
    await fund();
    await fund();
    for (const of of accounts) {
      expect(BigInt(String(await rpc(rpcUrl, "eth_getBalance", [of, "latest"])))).toBe(parseEther("20000"));
      for (const token of contractTokensOf("bsc")) {
        expect(await balance(rpcUrl, hexAddress("bsc", token.address), of)).toBe(parseEther("10"));
      }
    }
  });

  test("works where blocks come by the clock", async () => {
    const node = await startAnvil({ chainId: NETWORKS.base.chainId, blockTimeSeconds: 60, log: () => {} });
    running.push(node);
    const { rpcUrl } = node;
    await installContracts({ rpcUrl, network: "base" });
    await fundAccount({ rpcUrl, network: "base", address: SOMEONE, nativeWei: 1n, tokenUnits: 1n });
    const usdc = contractTokensOf("base").find((token) => token.symbol === "USDC");
    expect(await balance(rpcUrl, hexAddress("base", usdc?.address ?? ""), SOMEONE)).toBe(1_000_000n);
  });
});

test("a batch of calls fails with the node's own words, naming the method", async () => {
  const { rpcUrl } = await start("base");
  await expect(rpcBatch(rpcUrl, [{ method: "eth_nonsense", params: [] }])).rejects.toThrow("eth_nonsense: ");
});
