import { setTimeout as delay } from "node:timers/promises";
import {
  concat,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  parseEther,
  stringToHex,
} from "viem";
import { z } from "zod";
import { developmentAccount } from "@/server/chains/development-accounts";
import { isEvmNetworkId, NETWORKS, type NetworkId } from "@/server/chains/networks";
import { erc20Abi, multicall3Abi } from "./abis";
import { chainSetupOf, contractTokensOf, encodeCall, hexAddress } from "./chain-setup";
import { applySettings, etch, type Setting } from "./etch";
import { rpcBatch } from "./rpc-batch";
import { SafePackageMissing, safeInstallations } from "./safe";

const ZERO = "0x0000000000000000000000000000000000000000";

/** Owner of every installed contract that has one: position 0 of the development mnemonic. */
export const LOCAL_OWNER = developmentAccount(0);

export interface InstallOptions {
  rpcUrl: string;
  network: NetworkId;
  /** May trigger recurring payments. The owner when absent. */
  relayer?: Hex;
  /** Others who may do so as well. */
  relayers?: readonly Hex[];
  /** Put on the local sanctions list, where the network has one. */
  sanctioned?: readonly Hex[];
  /** Told when something optional is left out. */
  warn?: (line: string) => void;
}

/**
 * Make a local anvil look like `network`: every contract and token at its production address, price feeds, Safe 1.3.0 and
 * 1.4.1, Multicall3 and the sanctions oracle. What is already there stays as it is, so that a kept chain can be started again.
 * One block is mined when anything changed: a later reorganisation then cannot take it away.
 */
export async function installContracts(options: InstallOptions): Promise<void> {
  const { rpcUrl, network } = options;
  const owner = LOCAL_OWNER.address;
  const relayer = options.relayer ?? owner;
  const setup = await chainSetupOf(network, owner, relayer);
  const safe = isEvmNetworkId(network) ? await safeOrNothing(network, options.warn) : [];

  const installed = await etch(rpcUrl, [...setup.installations, ...safe], owner);
  const settings = setup.settings.filter((setting) => installed.has(setting.to));
  const changed = await applySettings(rpcUrl, [...settings, ...(await rolesAndLists(options, relayer))]);
  if (installed.size > 0 || changed) await rpcBatch(rpcUrl, [{ method: "anvil_mine", params: ["0x1"] }]);
}

/** Settings that follow the caller also on a chain that was kept: who relays, and who is listed. */
async function rolesAndLists(
  { network, relayers = [], sanctioned = [] }: InstallOptions,
  relayer: Hex,
): Promise<Setting[]> {
  const { recurring, sanctionsOracle } = NETWORKS[network].contracts;
  const from = LOCAL_OWNER.address;
  const settings: Setting[] = [];
  for (const account of recurring ? [relayer, ...relayers] : []) {
    const data = await encodeCall("ERC20RecurringPaymentProxy", "setRelayer", [ZERO, account]);
    if (recurring) settings.push({ from, to: hexAddress(network, recurring.address), data });
  }
  if (sanctionsOracle && sanctioned.length > 0) {
    const data = await encodeCall("SanctionsList", "setSanctioned", [sanctioned, true]);
    settings.push({ from, to: hexAddress(network, sanctionsOracle.address), data });
  }
  return settings;
}

async function safeOrNothing(network: NetworkId, warn: InstallOptions["warn"]) {
  try {
    return await safeInstallations(network);
  } catch (error) {
    if (!(error instanceof SafePackageMissing)) throw error;
    warn?.(error.message);
    return [];
  }
}

export interface FundOptions {
  rpcUrl: string;
  network: NetworkId;
  /** 20 bytes in hex, on Tron as well. */
  address: Hex;
  /** Wanted balance of native coin, in wei. */
  nativeWei: bigint;
  /** Wanted balance of every token of the network, in whole tokens: their decimals differ. */
  tokenUnits: bigint;
}

/** A development node mines at once; on a busy machine that takes its time. */
const MINED_WITHIN_MS = 60_000;
/** More than a transaction and a mint of any of our tokens take. */
const GAS_OF_FUNDING = 100_000;
const GAS_OF_CALL = 200_000;
const MINT = parseAbi(["function mint(address to, uint256 amount)"]);
const Receipt = z.object({ status: z.string() }).nullable();
const Balance = z.string().transform((value) => BigInt(value));

/** Fill up an account of a local chain to these balances: native coin and every token. What it has above stays. */
export async function fundAccount({
  rpcUrl,
  network,
  address,
  nativeWei,
  tokenUnits,
}: FundOptions): Promise<void> {
  const tokens = contractTokensOf(network).map((token) => ({
    address: hexAddress(network, token.address),
    wanted: tokenUnits * 10n ** BigInt(token.decimals),
  }));
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [address] });
  const [native, automine, ...balances] = await rpcBatch(rpcUrl, [
    { method: "eth_getBalance", params: [address, "latest"] },
    { method: "anvil_getAutomine", params: [] },
    ...tokens.map((token) => ({ method: "eth_call", params: [{ to: token.address, data }, "latest"] })),
  ]);

  const missing = tokens.flatMap((token, index) => {
    const amount = token.wanted - Balance.parse(balances[index]);
    return amount > 0n ? [{ to: token.address, amount }] : [];
  });
  const changes = missing.map(({ to, amount }) => mint(to, address, amount));
  if (Balance.parse(native) < nativeWei) {
    await rpcBatch(rpcUrl, [{ method: "anvil_setBalance", params: [address, numberToHex(nativeWei)] }]);
    // A balance that was only set is lost to a reorganisation; with the block of a transaction it stays.
    changes.push({ target: address, allowFailure: true, callData: "0x" });
  }
  if (changes.length > 0) await sendTogether(rpcUrl, network, address, changes, automine === true);
}

interface Call3 {
  target: Hex;
  allowFailure: boolean;
  callData: Hex;
}

function mint(target: Hex, to: Hex, amount: bigint): Call3 {
  const callData = encodeFunctionData({ abi: MINT, functionName: "mint", args: [to, amount] });
  return { target, allowFailure: false, callData };
}

/** One transaction from a sender that only this account has, so that accounts can be funded at the same time. */
async function sendTogether(
  rpcUrl: string,
  network: NetworkId,
  account: Hex,
  calls: Call3[],
  automine: boolean,
) {
  const { multicall3 } = NETWORKS[network].contracts;
  if (!multicall3) throw new Error(`${network} has no Multicall3`);
  const sender: Hex = `0x${keccak256(concat([stringToHex("fund"), account])).slice(-40)}`;
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] });
  await rpcBatch(rpcUrl, [
    { method: "anvil_impersonateAccount", params: [sender] },
    { method: "anvil_setBalance", params: [sender, numberToHex(parseEther("1"))] },
  ]);
  // A development node leaves what does not fit into a block until another transaction comes: several fit into one.
  const gas = numberToHex(GAS_OF_FUNDING + GAS_OF_CALL * calls.length);
  const transaction = { from: sender, to: hexAddress(network, multicall3.address), data, gas };
  const [hash] = await rpcBatch(rpcUrl, [{ method: "eth_sendTransaction", params: [transaction] }]);
  if (!automine) await rpcBatch(rpcUrl, [{ method: "anvil_mine", params: ["0x1"] }]);
  await succeeded(rpcUrl, hash);
}

async function succeeded(rpcUrl: string, hash: unknown): Promise<void> {
  const deadline = Date.now() + MINED_WITHIN_MS;
  while (Date.now() < deadline) {
    const [answer] = await rpcBatch(rpcUrl, [{ method: "eth_getTransactionReceipt", params: [hash] }]);
    const receipt = Receipt.parse(answer);
    if (receipt?.status === "0x1") return;
    if (receipt) break;
    await delay(5);
  }
  throw new Error(`funding transaction ${String(hash)} was not mined with success`);
}
