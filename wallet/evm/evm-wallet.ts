import { getAddress, type Hex, numberToHex, stringToHex } from "viem";
import type { Connector } from "wagmi";
import { asAnySignature, asHash, asSignature } from "@/wallet/answers";
import { asOptionalError, asWalletError, walletError } from "@/wallet/errors";
import { EvmBatches, PAIRED_PATIENCE_MS, PATIENCE_MS } from "@/wallet/evm/batches";
import { currentAccount, currentChain, type EvmProvider } from "@/wallet/evm/provider";
import { typedDataJson } from "@/wallet/evm/typed-data";
import { rememberWallet } from "@/wallet/remembered";
import type {
  BatchingWallet,
  EvmTransaction,
  TypedData,
  Verified,
  Wallet,
  WalletChange,
  WalletTransaction,
} from "@/wallet/wallet";

/** Which row of the wallet list this is. */
interface Listed {
  id: string;
  name: string;
}

/** A wallet behind one of wagmi's connectors. */
export class EvmWallet implements Wallet {
  readonly id: string;
  readonly name: string;
  readonly family = "evm";
  readonly address: string;
  readonly batches: BatchingWallet;
  readonly #connector: Connector;

  constructor(listed: Listed, connector: Connector, address: string) {
    this.id = listed.id;
    this.name = listed.name;
    this.address = address;
    this.#connector = connector;
    this.batches = new EvmBatches(
      address,
      () => this.#provider(),
      (provider) => this.#requireAccount(provider),
      connector.type === "walletConnect" ? PAIRED_PATIENCE_MS : PATIENCE_MS,
    );
  }

  async chainId(): Promise<number | null> {
    return currentChain(await this.#provider()).catch(() => null);
  }

  async switchChain(chainId: number): Promise<void> {
    try {
      if ((await currentChain(await this.#provider())) === chainId) return;
      if (!this.#connector.switchChain) throw walletError("wrong_chain");
      await this.#connector.switchChain({ chainId });
    } catch (error) {
      throw asWalletError(error);
    }
  }

  async send(transaction: Verified<WalletTransaction>): Promise<string> {
    if (transaction.family !== "evm") throw walletError("wrong_chain");
    try {
      const provider = await this.#provider();
      await this.#requireAccount(provider);
      if ((await currentChain(provider)) !== transaction.chainId) throw walletError("wrong_chain");
      const call = { method: "eth_sendTransaction", params: [callOf(this.address, transaction)] };
      return asHash(await provider.request(call));
    } catch (error) {
      throw asWalletError(error);
    }
  }

  async signMessage(text: string): Promise<Hex> {
    try {
      const provider = await this.#provider();
      await this.#requireAccount(provider);
      const call = { method: "personal_sign", params: [stringToHex(text), this.address] };
      return asSignature(await provider.request(call));
    } catch (error) {
      throw asWalletError(error);
    }
  }

  async signTypedData(data: Verified<TypedData>): Promise<Hex> {
    try {
      const provider = await this.#provider();
      await this.#requireAccount(provider);
      // Many wallets sign for another chain than the one they show, and some refuse: the payer sees the right one.
      const { chainId } = data.domain;
      if (chainId !== undefined && (await currentChain(provider)) !== chainId)
        throw walletError("wrong_chain");
      const call = { method: "eth_signTypedData_v4", params: [this.address, typedDataJson(data)] };
      return asAnySignature(await provider.request(call));
    } catch (error) {
      throw asOptionalError(error, "no_typed_data");
    }
  }

  onChange(listener: (change: WalletChange) => void): () => void {
    const { emitter } = this.#connector;
    const changed = ({ accounts, chainId }: { accounts?: readonly string[]; chainId?: number }) => {
      const address = accounts?.[0] ? getAddress(accounts[0]) : this.address;
      const wallet = address === this.address ? this : new EvmWallet(this, this.#connector, address);
      if (chainId !== undefined) listener({ address, chainId, wallet });
      else void this.chainId().then((current) => listener({ address, chainId: current, wallet }));
    };
    const gone = () => listener({ address: null, chainId: null, wallet: null });
    // Another account comes as one or the other, by whether wagmi's own state took part in connecting.
    emitter.on("change", changed);
    emitter.on("connect", changed);
    emitter.on("disconnect", gone);
    return () => {
      emitter.off("change", changed);
      emitter.off("connect", changed);
      emitter.off("disconnect", gone);
    };
  }

  async disconnect(): Promise<void> {
    rememberWallet(null);
    await this.#connector.disconnect().catch(() => {});
  }

  async #provider(): Promise<EvmProvider> {
    // wagmi leaves the type of a provider to each connector; all of ours are EIP-1193.
    const provider = (await this.#connector.getProvider()) as EvmProvider | undefined;
    if (!provider) throw walletError("disconnected");
    return provider;
  }

  /** What was checked for one account is not signed by another. */
  async #requireAccount(provider: EvmProvider): Promise<void> {
    const account = await currentAccount(provider);
    if (account === null) throw walletError("disconnected");
    if (account !== this.address) throw walletError("wrong_account");
  }
}

/** `from` and `chainId` are said again, so that a wallet that moves while it asks its owner has to refuse. */
function callOf(from: string, { to, data, value, chainId }: EvmTransaction) {
  return { from, to, data, value: numberToHex(value), chainId: numberToHex(chainId) };
}
