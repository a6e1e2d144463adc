/** What stands where on a local chain: our own contracts at the addresses of the public deployments. */
import { encodeDeployData, encodeFunctionData, type Hex } from "viem";
import { TEST_BATCH_ACCOUNT } from "@/contracts/test-batch-account";
import { tronToHex20 } from "@/server/chains/address";
import { depositContractsOf } from "@/server/chains/deposit-address";
import { type EvmNetwork, NETWORKS, type Network, type NetworkId } from "@/server/chains/networks";
import { sequencerFeed } from "@/server/chains/price-feeds";
import { type ContractToken, tokensOf } from "@/server/currencies/tokens";
import { readArtifact } from "./artifact";
import type { Installation, Setting } from "./etch";
import { conversionFeedsOf, FEED_DECIMALS, feedsOf, nativeHash, USD } from "./feeds";

/** What CREATE2 hashes first. */
const CREATE2_PREFIX = { evm: "0xff", tron: "0x41" } as const;

export interface ChainSetup {
  installations: Installation[];
  /** Calls that a fresh contract needs, by the contract they are for. */
  settings: Setting[];
}

/** What one network needs. `owner` owns all that has an owner, `relayer` may trigger recurring payments. */
export async function chainSetupOf(network: NetworkId, owner: Hex, relayer: Hex): Promise<ChainSetup> {
  const facts = NETWORKS[network];
  const tokens = await Promise.all(contractTokensOf(network).map(installToken));
  if (facts.family === "tron") {
    const { erc20FeeProxy, batch, multicall3 } = facts.contracts;
    const feeProxy = tronToHex20(erc20FeeProxy.address);
    const installations = [installationOf("ERC20FeeProxy", feeProxy)];
    if (batch) installations.push(installationOf("ERC20BatchPayments", tronToHex20(batch.address), feeProxy));
    if (multicall3) installations.push(installationOf("Multicall3", tronToHex20(multicall3.address)));
    installations.push(...depositInstallations(facts));
    return { installations: [...tokens, ...(await Promise.all(installations))], settings: [] };
  }
  const installations = [...evmInstallations(facts, owner, relayer), ...feedInstallations(facts)];
  return {
    installations: [...tokens, ...(await Promise.all(installations))],
    settings: await conversionSettings(facts, owner),
  };
}

function evmInstallations(network: EvmNetwork, owner: Hex, relayer: Hex): Promise<Installation>[] {
  const { id, contracts } = network;
  const { erc20FeeProxy, ethereumFeeProxy, erc20ConversionProxy, ethConversionProxy, conversionPath } =
    contracts;
  const { batch, recurring, multicall3, sanctionsOracle, singleRequestProxyFactory } = contracts;
  const { acrossSpokePool, acrossHandler, lifiRouter, lifiReceiver, lifiExecutor } = contracts;
  if (
    !ethereumFeeProxy ||
    !erc20ConversionProxy ||
    !ethConversionProxy ||
    !conversionPath ||
    !batch ||
    !multicall3
  ) {
    throw new Error(`${id} has a gap in its contract table`);
  }
  const token = erc20FeeProxy.address;
  const native = ethereumFeeProxy.address;
  const path = conversionPath.address;
  const tokenConversion = erc20ConversionProxy.address;
  const nativeConversion = ethConversionProxy.address;
  return [
    installationOf("ERC20FeeProxy", token),
    installationOf("EthereumFeeProxy", native),
    installationOf("ChainlinkConversionPath", path, nativeHash(id), owner),
    installationOf("ERC20ConversionProxy", tokenConversion, token, path, owner),
    installationOf("EthConversionProxy", nativeConversion, native, path, nativeHash(id), owner),
    installationOf(
      "BatchConversionPayments",
      batch.address,
      token,
      native,
      tokenConversion,
      nativeConversion,
      path,
      owner,
    ),
    installationOf("Multicall3", multicall3.address),
    installationOf("TestBatchAccount", TEST_BATCH_ACCOUNT),
    ...(recurring
      ? [installationOf("ERC20RecurringPaymentProxy", recurring.address, owner, relayer, token)]
      : []),
    ...(sanctionsOracle ? [installationOf("SanctionsList", sanctionsOracle.address, owner)] : []),
    ...(singleRequestProxyFactory
      ? [installationOf("SingleRequestProxyFactory", singleRequestProxyFactory.address, native, token, owner)]
      : []),
    ...depositInstallations(network),
    ...(acrossSpokePool ? [installationOf("SpokePool", acrossSpokePool.address, owner)] : []),
    ...(acrossHandler ? [installationOf("MulticallHandler", acrossHandler.address)] : []),
    ...(acrossSpokePool && lifiRouter && lifiReceiver && lifiExecutor
      ? [
          installationOf("LifiDiamond", lifiRouter.address, acrossSpokePool.address),
          installationOf("LifiExecutor", lifiExecutor.address),
          installationOf("LifiReceiver", lifiReceiver.address, acrossSpokePool.address, lifiExecutor.address),
        ]
      : []),
  ];
}

function depositInstallations(network: Network): Promise<Installation>[] {
  const makers = depositContractsOf(network);
  if (!makers) return [];
  const { factory, implementation } = makers;
  return [
    installationOf("DepositAccount", implementation),
    installationOf("DepositFactory", factory, implementation, CREATE2_PREFIX[network.family]),
  ];
}

/** Prices, and on an L2 the feed that says that its sequencer is up. */
function feedInstallations({ id }: EvmNetwork): Promise<Installation>[] {
  const sequencer = sequencerFeed(id);
  return [
    ...feedsOf(id).map((feed) => installationOf("TestAggregator", feed.address, feed.answer, FEED_DECIMALS)),
    ...(sequencer ? [installationOf("TestAggregator", sequencer, 0n, 0)] : []),
  ];
}

async function conversionSettings({ id, contracts }: EvmNetwork, owner: Hex): Promise<Setting[]> {
  const { conversionPath, batch } = contracts;
  if (!conversionPath || !batch) return [];
  const feeds = conversionFeedsOf(id);
  const sequencer = sequencerFeed(id);
  const lists = [
    feeds.map((feed) => feed.input),
    feeds.map((feed) => feed.output),
    feeds.map((feed) => feed.address),
  ];
  return [
    // Up since long ago: a sequencer that came back within the hour is not believed.
    ...(sequencer
      ? [{ from: owner, to: sequencer, data: await encodeCall("TestAggregator", "setAnswer", [0n, 1n]) }]
      : []),
    {
      from: owner,
      to: conversionPath.address,
      data: await encodeCall("ChainlinkConversionPath", "updateAggregatorsList", lists),
    },
    {
      from: owner,
      to: batch.address,
      data: await encodeCall("BatchConversionPayments", "setNativeAndUSDAddress", [nativeHash(id), USD]),
    },
  ];
}

/** Calldata for a contract of ours by names, where the caller of a typed ABI would need one per contract. */
export async function encodeCall(contract: string, functionName: string, args: unknown[]): Promise<Hex> {
  const { abi } = await readArtifact(contract);
  return encodeFunctionData({ abi, functionName, args });
}

/** The tokens of a network that are contracts. */
export function contractTokensOf(network: NetworkId): ContractToken[] {
  return tokensOf(network).filter((token): token is ContractToken => token.address !== null);
}

/** The 20 bytes of a contract or wallet address in the form that a local EVM node takes. */
export function hexAddress(network: NetworkId, address: string): Hex {
  return NETWORKS[network].family === "tron" ? tronToHex20(address) : `0x${address.slice(2)}`;
}

function installToken(token: ContractToken): Promise<Installation> {
  const address = hexAddress(token.network, token.address);
  const { contract, version, name = token.name } = flavourOf(token);
  const args = [name, token.symbol, token.decimals];
  return installationOf(contract, address, ...args, ...(version === undefined ? [] : [version]));
}

/** The quirks of the real tokens (onchain.md §2), which a payment has to survive. */
function flavourOf({ symbol, network, catalogueIds, approveNeedsReset }: ContractToken): {
  contract: string;
  version?: string;
  name?: string;
} {
  if (symbol === "FAU") return { contract: "FaucetToken" };
  if (symbol === "USDT" && network === "tron") return { contract: "TronUsdtToken" };
  if (approveNeedsReset) return { contract: "UsdtStyleToken" };
  // USDT0, also where it is the upgraded USDT contract.
  const isUsdt0 = [symbol, ...catalogueIds].some((name) => name.startsWith("USDT0"));
  if (isUsdt0) return { contract: "PermitToken", version: "1", name: "USD₮0" };
  if (symbol === "USDC" && network === "sepolia")
    return { contract: "PermitToken", version: "2", name: "USDC" };
  if (symbol === "USDC" && network !== "bsc") return { contract: "PermitToken", version: "2" };
  return { contract: "TestToken" };
}

/** Creation code of a contract of ours with its constructor arguments, and where it goes. */
export async function installationOf(
  contract: string,
  address: Hex,
  ...args: unknown[]
): Promise<Installation> {
  const { abi, bytecode } = await readArtifact(contract);
  return { address, creation: encodeDeployData({ abi, bytecode, args }) };
}
