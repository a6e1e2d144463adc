/** Of the same library: names a chain and changes nothing about it. */
export function defineChain<Chain>(chain: Chain): Chain {
  return chain;
}

/** Stands in for the dialog of the WalletConnect libraries, which is not installed: `WalletList` shows the code. */
export function createAppKit(): never {
  throw new Error("The dialog of WalletConnect is not part of this page");
}
