import { rememberWallet } from "@/wallet/remembered";
import type { Wallet, WalletOption } from "@/wallet/wallet";

/** Connects a wallet and remembers it, as the page's connection does. */
export async function connectFirst(options: readonly WalletOption[], name: string): Promise<Wallet> {
  const option = options.find((one) => one.name === name);
  if (!option) throw new Error(`${name} is not listed`);
  const wallet = await option.connect();
  rememberWallet({ family: wallet.family, id: wallet.id });
  return wallet;
}
