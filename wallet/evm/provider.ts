import { getAddress, isAddress } from "viem";

/** EIP-1193, as far as we use it. */
export interface EvmProvider {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>;
  on(event: string, listener: (...args: never[]) => void): unknown;
  removeListener(event: string, listener: (...args: never[]) => void): unknown;
}

/** The account a wallet is on, in EIP-55; null when it shows none. */
export async function currentAccount(provider: EvmProvider): Promise<string | null> {
  const accounts = await provider.request({ method: "eth_accounts" });
  const first: unknown = Array.isArray(accounts) ? accounts[0] : null;
  return typeof first === "string" && isAddress(first, { strict: false }) ? getAddress(first) : null;
}

/** The chain a wallet is on; null when it does not say. */
export async function currentChain(provider: EvmProvider): Promise<number | null> {
  const answer = await provider.request({ method: "eth_chainId" });
  const id = typeof answer === "string" || typeof answer === "number" ? Number(answer) : Number.NaN;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
