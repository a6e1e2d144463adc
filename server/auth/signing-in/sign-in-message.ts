import type { ChainFamily } from "@/server/chains/address";

/** What a wallet's owner is told that the signature is for. */
const STATEMENTS = {
  signIn: "Sign in to manage your payments. This costs nothing and moves no money.",
  addWallet:
    "Sign in with this wallet too from now on, as the person who is signed in there. This costs nothing and moves no money.",
  seeSchedules:
    "Show me the recurring payments that leave this wallet. This costs nothing and moves no money.",
} as const;
export type Purpose = keyof typeof STATEMENTS;

/** Whether a message of ours was written for this purpose: what was signed for one opens nothing else. */
export function saysPurpose(message: string, purpose: Purpose): boolean {
  return message.split("\n").includes(STATEMENTS[purpose]);
}

export interface SignInMessage {
  purpose: Purpose;
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
  /** The session that asks, where the signature is good for that one only. */
  session: string | null;
}

/** Whether a message of ours was written for this session. */
export function saysSession(message: string, session: string): boolean {
  return message.split("\n").includes(sessionLine(session));
}

/** The field of EIP-4361 that names what asked. */
function sessionLine(session: string): string {
  return `Request ID: ${session}`;
}

/** The text a wallet is asked to sign: EIP-4361, and the same for Tron, which has no standard of its own (WS-04). */
export async function signInMessage(sign: SignInMessage): Promise<string> {
  return sign.chainId === null ? tronMessage(sign) : siweMessage(sign, sign.chainId);
}

async function siweMessage(sign: SignInMessage, chainId: number): Promise<string> {
  // Loaded with the first challenge: siwe brings ethers, which a start should not wait for.
  const { SiweMessage } = await import("siwe");
  return new SiweMessage({
    domain: sign.domain,
    address: sign.address,
    statement: STATEMENTS[sign.purpose],
    uri: sign.uri,
    version: "1",
    chainId,
    nonce: sign.nonce,
    issuedAt: sign.issuedAt.toISOString(),
    expirationTime: sign.expiresAt.toISOString(),
    ...(sign.session === null ? {} : { requestId: sign.session }),
  }).prepareMessage();
}

function tronMessage(sign: SignInMessage): string {
  return [
    `${sign.domain} wants you to sign in with your Tron account:`,
    sign.address,
    "",
    STATEMENTS[sign.purpose],
    "",
    `URI: ${sign.uri}`,
    "Version: 1",
    `Nonce: ${sign.nonce}`,
    `Issued At: ${sign.issuedAt.toISOString()}`,
    `Expiration Time: ${sign.expiresAt.toISOString()}`,
    ...(sign.session === null ? [] : [sessionLine(sign.session)]),
  ].join("\n");
}
