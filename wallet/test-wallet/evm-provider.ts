import { createWalletClient, type Hex, hexToBigInt, hexToBytes, http, numberToHex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { EVM_NETWORKS, type EvmNetworkId, isEvmNetworkId, networkByChainId } from "@/server/chains/networks";
import { evmChain, nodeUrl } from "@/wallet/evm/chains";
import type { EvmProvider } from "@/wallet/evm/provider";
import { readClient } from "@/wallet/evm/read-client";
import type { WalletSettings } from "@/wallet/settings";
import { answered, onStored, onTestAccount, refuses, testKey } from "@/wallet/test-wallet/account";
import { batchMethods } from "@/wallet/test-wallet/batches";
import { field, hexOf, ProviderError } from "@/wallet/test-wallet/parameters";

const CHAIN_KEY = "quittance:test-wallet-chain";
const DEFAULT_NETWORK: EvmNetworkId = "sepolia";

/** What a wallet asks its owner about. */
const ASKS =
  /^(?:wallet_switchEthereumChain|wallet_sendCalls|eth_sendTransaction|eth_signTypedData_v4|personal_sign)$/;

type Params = readonly unknown[];
type Listener = (...args: never[]) => void;

/**
 * A wallet that signs without asking, for local chains (pages.md "Test wallet"). It behaves as an extension
 * does: it is on one network at a time (`localStorage["quittance:test-wallet-chain"]`, an ID of a network), can
 * be told to switch, and sends through nodes of its own, which here are ours.
 */
export function testProvider(settings: WalletSettings, accounts: Record<string, Hex>): EvmProvider {
  const networks = settings.networks.filter(isEvmNetworkId);
  const listeners = new Map<string, Set<Listener>>();
  const account = () => privateKeyToAccount(testKey(accounts));
  const emit = (event: string, value: unknown) => {
    // Every listener takes what its event carries (EIP-1193).
    for (const listener of listeners.get(event) ?? []) (listener as (value: unknown) => void)(value);
  };
  onTestAccount(() => emit("accountsChanged", [account().address]));
  onStored(CHAIN_KEY, () =>
    emit("chainChanged", numberToHex(EVM_NETWORKS[currentNetwork(networks)].chainId)),
  );

  const switchTo = (chainId: unknown) => {
    const network = networkByChainId(Number(chainId));
    if (network?.family !== "evm" || !networks.includes(network.id)) {
      throw new ProviderError(4902, "Unrecognized chain ID");
    }
    if (network.id === currentNetwork(networks)) return null;
    localStorage.setItem(CHAIN_KEY, network.id);
    emit("chainChanged", numberToHex(network.chainId));
    return null;
  };

  const methods: Record<string, (params: Params) => unknown> = {
    eth_accounts: () => [account().address],
    eth_requestAccounts: () => [account().address],
    eth_chainId: () => numberToHex(EVM_NETWORKS[currentNetwork(networks)].chainId),
    net_version: () => String(EVM_NETWORKS[currentNetwork(networks)].chainId),
    wallet_requestPermissions: () => [{ parentCapability: "eth_accounts" }],
    wallet_revokePermissions: () => null,
    wallet_switchEthereumChain: ([chain]) => switchTo(field(chain, "chainId")),
    wallet_addEthereumChain: ([chain]) => switchTo(field(chain, "chainId")),
    personal_sign: ([message, from]) => {
      const signer = signing(account(), from);
      return signer.signMessage({ message: { raw: hexToBytes(hexOf(message)) } });
    },
    eth_signTypedData_v4: ([from, typedData]) => {
      const signer = signing(account(), from);
      const parsed = typeof typedData === "string" ? JSON.parse(typedData) : typedData;
      const chainId = field(field(parsed, "domain"), "chainId");
      if (chainId !== undefined) requireChain(currentNetwork(networks), chainId);
      return signer.signTypedData(parsed);
    },
    eth_sendTransaction: ([transaction]) => {
      const signer = signing(account(), field(transaction, "from"));
      return send(currentNetwork(networks), signer, transaction);
    },
    ...batchMethods({
      network: () => currentNetwork(networks),
      signer: (from) => signing(account(), from),
      send: (from, transaction) => send(currentNetwork(networks), signing(account(), from), transaction),
    }),
  };

  return {
    request: async ({ method, params = [] }) => {
      if (ASKS.test(method)) await answered();
      const own = Object.hasOwn(methods, method) ? methods[method] : undefined;
      if (own) return own(params);
      // Everything else is the node's to know; viem types only the methods it knows itself.
      const node = readClient(currentNetwork(networks));
      return node.request({ method, params } as Parameters<typeof node.request>[0]);
    },
    on: (event, listener) => {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set.add(listener));
    },
    removeListener: (event, listener) => listeners.get(event)?.delete(listener),
  };
}

function currentNetwork(networks: readonly EvmNetworkId[]): EvmNetworkId {
  const stored = localStorage.getItem(CHAIN_KEY);
  const chosen = networks.find((id) => id === stored) ?? networks.find((id) => id === DEFAULT_NETWORK);
  const network = chosen ?? networks[0];
  if (!network) throw new ProviderError(4900, "No network");
  return network;
}

/** The account, if it is the one that was asked for and does not refuse. */
function signing(account: PrivateKeyAccount, from: unknown): PrivateKeyAccount {
  if (typeof from !== "string" || from.toLowerCase() !== account.address.toLowerCase()) {
    throw new ProviderError(4100, "The requested account has not been authorized");
  }
  if (refuses()) throw new ProviderError(4001, "User rejected the request");
  return account;
}

/** As extensions do: what is signed for another chain is refused. */
function requireChain(network: EvmNetworkId, chainId: unknown): void {
  if (chainId !== undefined && Number(chainId) !== EVM_NETWORKS[network].chainId) {
    throw new ProviderError(4901, "This is for another chain");
  }
}

function send(network: EvmNetworkId, account: PrivateKeyAccount, transaction: unknown): Promise<Hex> {
  requireChain(network, field(transaction, "chainId"));
  const value = field(transaction, "value");
  const gas = field(transaction, "gas");
  const to = field(transaction, "to");
  const data = field(transaction, "data");
  return createWalletClient({
    account,
    chain: evmChain(network),
    transport: http(nodeUrl(network)),
  }).sendTransaction({
    to: to === undefined ? undefined : hexOf(to),
    data: data === undefined ? undefined : hexOf(data),
    value: value === undefined ? 0n : hexToBigInt(hexOf(value)),
    gas: gas === undefined ? undefined : hexToBigInt(hexOf(gas)),
  });
}
