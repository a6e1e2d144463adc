import { createHash } from "node:crypto";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount, sign } from "viem/accounts";
import { POST as postChallenge } from "@/app/v1/auth/wallet/challenge/route";
import { POST as postVerify } from "@/app/v1/auth/wallet/verify/route";
import { type ChainFamily, hex20ToTron } from "@/server/chains/address";
import type { Hex } from "@/server/chains/contract-addresses";
import { signedDigest } from "@/server/chains/wallets/recover-signer";
import { call } from "@/server/testing/paying";

/** A wallet of one of the two families, as its owner holds it. */
export interface SigningWallet {
  family: ChainFamily;
  address: string;
  signMessage(message: string): Promise<Hex>;
}

/** A new EVM wallet. */
export function anEvmWallet(account: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey())) {
  return {
    family: "evm",
    address: account.address,
    signMessage: (message: string) => account.signMessage({ message }),
  } satisfies SigningWallet;
}

/** A new Tron wallet, or that of a key. */
export function aTronWallet(privateKey: Hex = generatePrivateKey()) {
  return {
    family: "tron",
    address: hex20ToTron(privateKeyToAccount(privateKey).address),
    signMessage: (message: string) => sign({ hash: signedDigest("tron", message), privateKey, to: "hex" }),
  } satisfies SigningWallet;
}

export interface Challenge {
  challengeId: string;
  nonce: string;
  message: string;
  expiresAt: string;
}

/** Asks for a challenge over the API. */
export async function aChallenge(address: string, chainId?: number): Promise<Challenge> {
  const answer = await askChallenge({ address, ...(chainId === undefined ? {} : { chainId }) });
  if (answer.status !== 201) throw new Error(`challenge was refused: ${await answer.text()}`);
  return answer.json();
}

export function askChallenge(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return postChallenge(call("POST", "/v1/auth/wallet/challenge", headers, body));
}

export function verify(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return postVerify(call("POST", "/v1/auth/wallet/verify", headers, body));
}

/** What a wallet's owner sends after signing. */
export async function signed(wallet: SigningWallet, challenge: Challenge) {
  const { challengeId, nonce, message } = challenge;
  return { challengeId, nonce, message, signature: await wallet.signMessage(message) };
}

/** The session token in an answer's cookie. */
export function tokenOf(answer: Response): string {
  const token = /session_token=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "")?.[1];
  if (!token) throw new Error("the answer sets no session cookie");
  return token;
}

/** What the database holds of a token. */
export function tokenHash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
