import type { Hex } from "viem";
import { TRON_NETWORK } from "@/server/chains/networks";
import { asSignature } from "@/wallet/answers";
import { asWalletError, walletError } from "@/wallet/errors";
import { rememberWallet } from "@/wallet/remembered";
import { newestBlock } from "@/wallet/tron/ref-block";
import { signedAsAsked, type UnsignedTronTransaction, unsignedTransaction } from "@/wallet/tron/transaction";
import type { TronRelay, Verified, Wallet, WalletChange, WalletTransaction } from "@/wallet/wallet";

/** What a Tron wallet has to be able to do, whoever made it. */
export interface TronSigner {
  /** Base58; null when it shows no account. */
  address(): string | null;
  signTransaction(transaction: UnsignedTronTransaction): Promise<unknown>;
  signMessage(text: string): Promise<unknown>;
  /** Calls back with every other account, null when there is none any more. Returns what ends it. */
  onAccount(listener: (address: string | null) => void): () => void;
  disconnect(): Promise<void>;
}

interface Listed {
  id: string;
  name: string;
}

/** A wallet for Tron. It signs; the service compares and spreads (TR-06). */
export class TronWallet implements Wallet {
  readonly id: string;
  readonly name: string;
  readonly family = "tron";
  readonly address: string;
  readonly #signer: TronSigner;

  constructor(listed: Listed, signer: TronSigner, address: string) {
    this.id = listed.id;
    this.name = listed.name;
    this.address = address;
    this.#signer = signer;
  }

  /** Transactions refer to a block of our network and are spread by us: what the wallet itself looks at is no matter. */
  async chainId(): Promise<number> {
    return TRON_NETWORK.chainId;
  }

  async switchChain(chainId: number): Promise<void> {
    if (chainId !== TRON_NETWORK.chainId) throw walletError("wrong_chain");
  }

  async send(transaction: Verified<WalletTransaction>, relay: TronRelay): Promise<string> {
    if (transaction.family !== "tron") throw walletError("wrong_chain");
    let signed: Awaited<ReturnType<typeof signedAsAsked>>;
    try {
      const asked = unsignedTransaction(this.address, transaction, await newestBlock());
      this.#requireAccount();
      // A copy, so that what the wallet does to it cannot change what it is compared with.
      signed = signedAsAsked(await this.#signer.signTransaction(structuredClone(asked)), asked);
    } catch (error) {
      throw asWalletError(error);
    }
    const { txid } = await relay(signed);
    // As the API writes it, on every network.
    return `0x${txid}`;
  }

  async signMessage(text: string): Promise<Hex> {
    try {
      this.#requireAccount();
      return asSignature(await this.#signer.signMessage(text));
    } catch (error) {
      throw asWalletError(error);
    }
  }

  /** There is no EIP-712 on Tron that its contracts and wallets agree on, and nothing here asks for it. */
  async signTypedData(): Promise<never> {
    throw walletError("no_typed_data");
  }

  onChange(listener: (change: WalletChange) => void): () => void {
    const { chainId } = TRON_NETWORK;
    return this.#signer.onAccount((address) => {
      if (address === null) return listener({ address: null, chainId: null, wallet: null });
      const wallet = address === this.address ? this : new TronWallet(this, this.#signer, address);
      listener({ address, chainId, wallet });
    });
  }

  async disconnect(): Promise<void> {
    rememberWallet(null);
    await this.#signer.disconnect().catch(() => {});
  }

  /** What was checked for one account is not signed by another. */
  #requireAccount(): void {
    const account = this.#signer.address();
    if (account === null) throw walletError("disconnected");
    if (account !== this.address) throw walletError("wrong_account");
  }
}
