import { decodeFunctionResult, type Hex, size, zeroAddress } from "viem";
import { z } from "zod";
import { hex20ToTron } from "@/server/chains/address";
import { type DepositTerms, depositContractsOf, tronDepositAddress } from "@/server/chains/deposit-address";
import { TRON_NETWORK } from "@/server/chains/networks";
import type { TronHttp } from "@/server/chains/tron/http";
import { pricesOf } from "@/server/chains/tron/resources";
import { depositFactoryAbi } from "./abis";
import { encodeCall } from "./chain-setup";
import { creationOf } from "./fixed-deployment";
import type { PreparedDeposits } from "./prepare-deposits";
import { tronAccount } from "./tron-account";

/** What CREATE2 hashes first on Tron. */
const PREFIX: Hex = "0x41";
/** A signed deployment is so much longer than its code, bytes: not less. */
const BYTES_AROUND = 400n;
/** Prices of energy may move between the estimate and the block. Percent. */
const MARGIN = 125n;
/** Any terms: the factory has to know the address of a deposit as the service does. */
const SOME_TERMS: DepositTerms = {
  homeChainId: BigInt(TRON_NETWORK.chainId),
  payee: `0x${"11".repeat(20)}`,
  token: `0x${"22".repeat(20)}`,
  feeProxy: `0x${"33".repeat(20)}`,
  paymentReference: "0x0102030405060708",
  amount: 1n,
  feeReceiver: zeroAddress,
  feeAmount: 0n,
  legReceiver: zeroAddress,
  legAmount: 0n,
  legReference: "0x0000000000000000",
};

const Answer = z.object({ result: z.string().optional() });
const Trial = z.object({
  result: z.object({ result: z.boolean().optional(), message: z.string().optional() }),
  energy_used: z.number().int().optional(),
});

/**
 * Ask a Tron node what is there and what the rest will cost; nothing is sent yet. Each contract is deployed by a
 * transaction of its own, which its address follows from: so it is deployed once for everybody, and its address written
 * into the source. `rpcUrl` is the root of the node. Throws for another chain.
 */
export async function prepareTronDeposits(options: {
  rpcUrl: string;
  privateKey: Hex;
  apiKey?: string | undefined;
}): Promise<PreparedDeposits> {
  const { rpcUrl, privateKey, apiKey } = options;
  const account = tronAccount({ rpcUrls: [rpcUrl], ...(apiKey ? { apiKey } : {}) }, privateKey);
  const { http } = account;
  const chainId = BigInt((await rpc(http, "eth_chainId")) ?? 0);
  if (chainId !== BigInt(TRON_NETWORK.chainId))
    throw new Error(`chain ${chainId} is not the Tron network of this service`);

  const makers = depositContractsOf(TRON_NETWORK);
  const named = [
    { name: "DepositAccount", address: makers?.implementation },
    { name: "DepositFactory", address: makers?.factory },
  ];
  const contracts = await Promise.all(
    named.map(async ({ name, address }) => {
      const isThere = address !== undefined && (await codeAt(http, address)) !== "0x";
      return { name, address: isThere ? hex20ToTron(address) : null, isThere };
    }),
  );
  const areThere = contracts.every(({ isThere }) => isThere);
  const implementationCode = await creationOf("DepositAccount");
  const prices = await pricesOf(http)();
  const costOf = async (creation: Hex) => {
    const trial = { owner_address: `41${account.address.slice(2)}`, data: creation.slice(2) };
    const { energy_used: energy, result } = await http("wallet/triggerconstantcontract", trial, Trial);
    if (energy === undefined) throw new Error(`the node gives no estimate: ${JSON.stringify(result)}`);
    return {
      forEnergy: BigInt(energy) * prices.energy,
      forBytes: (BigInt(size(creation)) + BYTES_AROUND) * prices.bandwidth,
    };
  };
  // Which account it is changes nothing of the price.
  const costs = areThere
    ? []
    : await Promise.all(
        [implementationCode, await creationOf("DepositFactory", SOME_TERMS.payee, PREFIX)].map(costOf),
      );
  const [ofAccount, ofFactory] = costs;

  return {
    network: TRON_NETWORK,
    deployer: hex20ToTron(account.address),
    contracts,
    cost: costs.reduce((sum, { forEnergy, forBytes }) => sum + forEnergy + forBytes, 0n),
    async send() {
      if (!ofAccount || !ofFactory) return [];
      const limit = (price: { forEnergy: bigint }) => (price.forEnergy * MARGIN) / 100n;
      const first = { name: "DepositAccount", creation: implementationCode };
      const { contract: implementation, txId } = await account.deploy(first, limit(ofAccount));
      const creation = await creationOf("DepositFactory", implementation, PREFIX);
      const second = await account.deploy({ name: "DepositFactory", creation }, limit(ofFactory));
      const factory = second.contract;
      for (const address of [implementation, factory]) {
        if ((await codeAt(http, address)) === "0x") throw new Error(`no code at ${hex20ToTron(address)}`);
      }
      const computed = tronDepositAddress(SOME_TERMS, { factory, implementation });
      if ((await addressBy(http, factory)).toLowerCase() !== computed)
        throw new Error(`the factory at ${hex20ToTron(factory)} computes other addresses than this service`);
      return [
        { name: "DepositAccount", address: hex20ToTron(implementation), transaction: txId },
        { name: "DepositFactory", address: hex20ToTron(factory), transaction: second.txId },
      ];
    },
  };
}

async function addressBy(http: TronHttp, factory: Hex): Promise<Hex> {
  const data = await encodeCall("DepositFactory", "addressOf", [SOME_TERMS]);
  const answer = await rpc(http, "eth_call", { to: factory, data }, "latest");
  return decodeFunctionResult({
    abi: depositFactoryAbi,
    functionName: "addressOf",
    data: `0x${answer?.slice(2)}`,
  });
}

async function codeAt(http: TronHttp, address: Hex): Promise<string> {
  return (await rpc(http, "eth_getCode", address, "latest")) ?? "0x";
}

async function rpc(http: TronHttp, method: string, ...params: unknown[]): Promise<string | undefined> {
  return (await http("jsonrpc", { jsonrpc: "2.0", id: 1, method, params }, Answer)).result;
}
