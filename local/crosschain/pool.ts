import { createPublicClient, createWalletClient, type Hex, http, pad, parseAbi } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { erc20Abi, spokePoolAbi } from "@/contracts/abis";
import { readArtifact } from "@/contracts/artifact";
import { rpc } from "@/local/evm-node/rpc";
import type { SeenDeposit } from "@/server/chains/crosschain";
import { developmentAccount } from "@/server/chains/development-accounts";
import {
  EXECUTED_REFUNDS,
  FUNDS_DEPOSITED,
  readFundsDeposited,
  relayHashOf,
} from "@/server/chains/evm/crosschain/events";
import { minedReceipt } from "@/server/chains/evm/mined";
import type { RpcLog } from "@/server/chains/evm/rpc";
import type { EvmNetwork } from "@/server/chains/networks";

/** Who fills on local chains, by position in the development mnemonic. The owner of the pools is position 0. */
export const LOCAL_FILLER = 19;
const POOL_OWNER = 0;

const MINTABLE = parseAbi(["function mint(address to, uint256 amount)"]);
const PLENTY: Hex = "0x56bc75e2d63100000";
/** More than a local chain keeps between its head and its final block. */
const FINAL_AFTER = 96;
/** Code that refuses every call. */
const REFUSING: Hex = "0x60006000fd";

/** Across' pool of one local chain, for a relayer whose money is free. */
export interface LocalPool {
  network: EvmNetwork;
  /** Undoes what a filler left behind that was killed while it let a call fail. */
  restoreProxy(): Promise<void>;
  /** Deposits in blocks from `from` on, and the newest block. */
  deposits(from: bigint): Promise<{ deposits: SeenDeposit[]; latest: bigint }>;
  isFilled(deposit: SeenDeposit): Promise<boolean>;
  /** Fills a deposit of another chain. `failCall` lets its calls fail: no fee proxy answers meanwhile. */
  fill(deposit: SeenDeposit, options?: { failCall?: boolean }): Promise<Hex>;
  /** Fills it out of the pool, which brings more than was asked for. */
  fillSlowly(deposit: SeenDeposit, outputAmount: bigint): Promise<Hex>;
  /** Whether this filler gave a deposit of this chain back. */
  isRefunded(deposit: SeenDeposit): Promise<boolean>;
  /** Gives a deposit of this chain back to its depositor. */
  refund(deposit: SeenDeposit): Promise<Hex>;
  /** Seconds since 1970 by the newest block. */
  time(): Promise<number>;
  /** Mines until what there is now is final. */
  finalize(): Promise<void>;
}

export function localPool(network: EvmNetwork, rpcUrl: string): LocalPool {
  const pool = network.contracts.acrossSpokePool?.address;
  if (!pool) throw new Error(`${network.id} has no pool of Across`);
  const transport = http(rpcUrl, { timeout: 60_000 });
  const client = createPublicClient({ transport, cacheTime: 0, pollingInterval: 25 });
  const filler = privateKeyToAccount(developmentAccount(LOCAL_FILLER).privateKey);
  const owner = privateKeyToAccount(developmentAccount(POOL_OWNER).privateKey);

  async function send(
    account: typeof filler,
    call: { address: Hex; abi: unknown; functionName: string; args: unknown[] },
  ) {
    await rpc(rpcUrl, "anvil_setBalance", [account.address, PLENTY]);
    const wallet = createWalletClient({ account, transport });
    const { request } = await client.simulateContract({ ...call, account } as never);
    const hash = await wallet.writeContract({ ...(request as object), chain: null } as never);
    const receipt = await minedReceipt(client, hash);
    if (receipt.status !== "success") throw new Error(`${call.functionName} on ${network.id} reverted`);
    return hash;
  }

  const call = (functionName: string, ...args: unknown[]) => ({
    address: pool,
    abi: spokePoolAbi,
    functionName,
    args,
  });
  const mint = (token: Hex, to: Hex, amount: bigint) =>
    send(filler, { address: token, abi: MINTABLE, functionName: "mint", args: [to, amount] });

  async function allow(token: Hex, amount: bigint): Promise<void> {
    const allowance = await client.readContract({
      address: token,
      abi: erc20Abi,
      functionName: "allowance",
      args: [filler.address, pool ?? "0x"],
    });
    if (allowance >= amount) return;
    const most = 2n ** 255n;
    const abi = parseAbi(["function approve(address spender, uint256 amount)"]);
    await send(filler, { address: token, abi, functionName: "approve", args: [pool, most] });
  }

  /** While the fee proxy refuses everything. Other payments of this moment fail as well: it is a local chain. */
  async function withoutProxy<T>(work: () => Promise<T>): Promise<T> {
    const proxy = network.contracts.erc20FeeProxy.address;
    await rpc(rpcUrl, "anvil_setCode", [proxy, REFUSING]);
    try {
      return await work();
    } finally {
      await restoreProxy();
    }
  }

  async function restoreProxy(): Promise<void> {
    const proxy = network.contracts.erc20FeeProxy.address;
    const { deployedBytecode } = await readArtifact("ERC20FeeProxy");
    await rpc(rpcUrl, "anvil_setCode", [proxy, deployedBytecode]);
  }

  return {
    network,
    restoreProxy,
    async deposits(from) {
      const latest = await client.getBlockNumber();
      const filter = {
        address: pool,
        topics: [FUNDS_DEPOSITED],
        fromBlock: `0x${from.toString(16)}`,
        toBlock: `0x${latest.toString(16)}`,
      };
      const logs = from > latest ? [] : ((await rpc(rpcUrl, "eth_getLogs", [filter])) as RpcLog[]);
      return { deposits: logs.flatMap((log) => readFundsDeposited(log, network.chainId) ?? []), latest };
    },
    async isFilled(deposit) {
      const args = [relayHashOf(deposit)] as const;
      return (
        (await client.readContract({
          address: pool,
          abi: spokePoolAbi,
          functionName: "fillStatuses",
          args,
        })) === 2n
      );
    },
    async fill(deposit, { failCall = false } = {}) {
      await mint(deposit.outputToken, filler.address, deposit.outputAmount);
      await allow(deposit.outputToken, deposit.outputAmount);
      const fill = () =>
        send(filler, call("fillRelay", relayDataOf(deposit), BigInt(network.chainId), pad(filler.address)));
      return failCall ? withoutProxy(fill) : fill();
    },
    async fillSlowly(deposit, outputAmount) {
      const relayData = relayDataOf(deposit);
      await mint(deposit.outputToken, pool, outputAmount);
      await send(filler, call("requestSlowFill", relayData));
      const leaf = { relayData, chainId: BigInt(network.chainId), updatedOutputAmount: outputAmount };
      return send(owner, call("executeSlowRelayLeaf", leaf, 0, []));
    },
    async isRefunded({ depositId }) {
      const leaf = `0x${depositId.toString(16).padStart(64, "0")}`;
      const filter = { address: pool, topics: [EXECUTED_REFUNDS, null, null, leaf], fromBlock: "0x0" };
      return ((await rpc(rpcUrl, "eth_getLogs", [filter])) as RpcLog[]).length > 0;
    },
    async refund(deposit) {
      const leaf = {
        amountToReturn: 0n,
        chainId: BigInt(network.chainId),
        refundAmounts: [deposit.inputAmount],
        // Says which deposit it is: what was given back is read from the chain.
        leafId: Number(deposit.depositId),
        l2TokenAddress: deposit.inputToken,
        refundAddresses: [deposit.depositor],
      };
      return send(owner, call("executeRelayerRefundLeaf", 0, leaf, []));
    },
    time: async () => Number((await client.getBlock()).timestamp),
    finalize: async () => void (await rpc(rpcUrl, "anvil_mine", [`0x${FINAL_AFTER.toString(16)}`, "0x1"])),
  };
}

function relayDataOf(deposit: SeenDeposit) {
  return {
    ...deposit,
    depositor: pad(deposit.depositor),
    recipient: pad(deposit.recipient),
    exclusiveRelayer: pad(deposit.exclusiveRelayer),
    inputToken: pad(deposit.inputToken),
    outputToken: pad(deposit.outputToken),
    originChainId: BigInt(deposit.originChainId),
  };
}
