import {
  concat,
  createClient,
  createWalletClient,
  encodeFunctionData,
  getAddress,
  type Hex,
  hexToBigInt,
  http,
  isHex,
  numberToHex,
  size,
  slice,
  TransactionReceiptNotFoundError,
} from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import { getTransactionReceipt } from "viem/actions";
import { TEST_BATCH_ACCOUNT, testBatchAccountAbi } from "@/contracts/test-batch-account";
import { EVM_NETWORKS, type EvmNetworkId } from "@/server/chains/networks";
import { evmChain, nodeUrl } from "@/wallet/evm/chains";
import { field, hexOf, ProviderError } from "@/wallet/test-wallet/parameters";

const CALLS_KEY = "quittance:test-wallet-calls";
/** Less than a payment takes. */
const TOO_LITTLE_GAS = "0x7530";

interface Owner {
  network(): EvmNetworkId;
  /** Throws where it refuses, or another account was asked for. */
  signer(from: unknown): PrivateKeyAccount;
  send(from: unknown, transaction: unknown): Promise<Hex>;
}

/**
 * EIP-5792, where `localStorage["quittance:test-wallet-calls"]` asks for it. `atomic`: the account delegates itself to
 * `TestBatchAccount` (EIP-7702), so that the chain carries out all calls or none. `one-by-one` is a wallet as none should
 * be: it says the same of itself, sends one transaction after the other and gives the last too little gas.
 */
export function batchMethods({ network, signer, send }: Owner) {
  const methods: Record<string, (params: readonly unknown[]) => unknown> = {
    wallet_getCapabilities: () =>
      mode() === null ? {} : { [chainOf(network())]: { atomic: { status: "supported" } } },
    wallet_sendCalls: async ([batch]) => {
      if (mode() === null) throw new ProviderError(4200, "Unsupported method");
      if (field(batch, "chainId") !== chainOf(network())) throw new ProviderError(5710, "Another chain");
      const from = field(batch, "from");
      const account = signer(from);
      const calls = callsIn(batch);
      if (mode() === "atomic") return { id: idOf(await sendAtOnce(network(), account, calls)) };
      const hashes: Hex[] = [];
      for (const [index, call] of calls.entries()) {
        const gas = index > 0 && index === calls.length - 1 ? { gas: TOO_LITTLE_GAS } : {};
        hashes.push(await send(from, { ...call, value: numberToHex(call.value), ...gas }));
      }
      return { id: idOf(concat(hashes)) };
    },
    wallet_getCallsStatus: ([id]) => statusOf(network(), hexOf(id)),
  };
  return methods;
}

function mode(): "atomic" | "one-by-one" | null {
  const stored = localStorage.getItem(CALLS_KEY);
  return stored === "atomic" || stored === "one-by-one" ? stored : null;
}

async function sendAtOnce(
  network: EvmNetworkId,
  account: PrivateKeyAccount,
  calls: readonly Call[],
): Promise<Hex> {
  const client = createWalletClient({ account, chain: evmChain(network), transport: http(nodeUrl(network)) });
  const authorization = await client.signAuthorization({
    contractAddress: TEST_BATCH_ACCOUNT,
    executor: "self",
  });
  return client.sendTransaction({
    authorizationList: [authorization],
    to: account.address,
    data: encodeFunctionData({ abi: testBatchAccountAbi, functionName: "execute", args: [calls] }),
  });
}

/** One byte more than its hashes: an ID is the wallet's own and no hash. */
function idOf(hashes: Hex): Hex {
  return concat([hashes, "0x01"]);
}

async function statusOf(network: EvmNetworkId, id: Hex) {
  const count = (size(id) - 1) / 32;
  const hashes = Array.from({ length: count }, (_, index) => slice(id, index * 32, index * 32 + 32));
  const hash = hashes.at(-1);
  if (!Number.isInteger(count) || hash === undefined) throw new ProviderError(5730, "Unknown bundle id");
  const shared = { version: "2.0.0", id, chainId: chainOf(network), atomic: true };
  const node = createClient({ chain: evmChain(network), transport: http(nodeUrl(network)) });
  const receipt = await getTransactionReceipt(node, { hash }).catch((error) => {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  });
  if (!receipt) return { ...shared, status: 100, receipts: [] };
  // The careless one looks at nothing.
  const isDone = receipt.status === "success" || count > 1;
  const { logs, blockHash, transactionHash } = receipt;
  const told = {
    logs,
    status: isDone ? "0x1" : "0x0",
    blockHash,
    blockNumber: numberToHex(receipt.blockNumber),
    gasUsed: numberToHex(receipt.gasUsed),
    transactionHash,
  };
  return { ...shared, status: isDone ? 200 : 500, receipts: [told] };
}

interface Call {
  to: Hex;
  data: Hex;
  value: bigint;
}

function callsIn(batch: unknown): Call[] {
  const calls = field(batch, "calls");
  if (!Array.isArray(calls)) throw new ProviderError(-32602, "Invalid parameters");
  return calls.map((call: unknown) => {
    const [data, value] = [field(call, "data"), field(call, "value")];
    return {
      to: getAddress(hexOf(field(call, "to"))),
      data: isHex(data) ? data : "0x",
      value: isHex(value) ? hexToBigInt(value) : 0n,
    };
  });
}

function chainOf(network: EvmNetworkId): Hex {
  return numberToHex(EVM_NETWORKS[network].chainId);
}
