import type { ChainFamily } from "@/server/chains/address";

const STATEMENT = "Sign in to manage your payments. This costs nothing and moves no money.";

export interface SignInMessage {
  domain: string;
  uri: string;
  family: ChainFamily;
  /** EIP-55 on EVM, Base58Check on Tron. */
  address: string;
  /** Null on Tron, whose message has no Chain ID line. */
  chainId: number | null;
  nonce: string;
  issuedAt: Date;
  expiresAt: Date;
}

/** The text a wallet is asked to sign: EIP-4361, and its twin for Tron (WS-04). */
export function signInMessage(sign: SignInMessage): string {
  const kind = sign.family === "evm" ? "Ethereum" : "Tron";
  return [
    `${sign.domain} wants you to sign in with your ${kind} account:`,
    sign.address,
    "",
    STATEMENT,
    "",
    `URI: ${sign.uri}`,
    "Version: 1",
    ...(sign.chainId === null ? [] : [`Chain ID: ${sign.chainId}`]),
    `Nonce: ${sign.nonce}`,
    `Issued At: ${sign.issuedAt.toISOString()}`,
    `Expiration Time: ${sign.expiresAt.toISOString()}`,
  ].join("\n");
}
