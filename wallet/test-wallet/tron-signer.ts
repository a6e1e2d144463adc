import type { Hex } from "viem";
import { privateKeyToAddress, sign } from "viem/accounts";
import { hex20ToTron } from "@/server/chains/address";
import { signedDigest } from "@/server/chains/wallets/recover-signer";
import { onTestAccount, refuses, testKey } from "@/wallet/test-wallet/account";
import type { TronSigner } from "@/wallet/tron/tron-wallet";

/** The Test wallet's twin for Tron: the same key, and no prompt. */
export function testSigner(accounts: Record<string, Hex>): TronSigner {
  const address = () => hex20ToTron(privateKeyToAddress(testKey(accounts)));
  const signed = async (hash: Hex): Promise<Hex> => {
    if (refuses()) throw Object.assign(new Error("Confirmation declined by user"), { code: 4001 });
    return sign({ hash, privateKey: testKey(accounts), to: "hex" });
  };
  return {
    address,
    signTransaction: async (transaction) => ({
      ...transaction,
      signature: [(await signed(`0x${transaction.txID}`)).slice(2)],
    }),
    signMessage: (text) => signed(signedDigest("tron", text)),
    onAccount: (listener) => onTestAccount(() => listener(address())),
    disconnect: async () => {},
  };
}
