import type { Adapter, Transaction } from "@tronweb3/tronwallet-abstract-adapter";
import type { TronSigner } from "@/wallet/tron/tron-wallet";

/** A connected wallet of the common Tron adapters as a signer. */
export function signerOf(adapter: Adapter): TronSigner {
  return {
    address: () => adapter.address || null,
    // The adapters' type asks for tronweb's; what wallets read of it is what we give.
    signTransaction: (transaction) => adapter.signTransaction(transaction as unknown as Transaction),
    signMessage: (text) => adapter.signMessage(text),
    onAccount: (listener) => {
      const changed = (address: string) => listener(address || null);
      const gone = () => listener(null);
      adapter.on("accountsChanged", changed);
      adapter.on("disconnect", gone);
      return () => {
        adapter.off("accountsChanged", changed);
        adapter.off("disconnect", gone);
      };
    },
    disconnect: () => adapter.disconnect(),
  };
}
