import { walletError } from "@/wallet/errors";
import type { Wallet } from "@/wallet/wallet";

/** The service did not let the wallet in. `status` is 0 when it could not be reached. */
export class SignInError extends Error {
  override readonly name = "SignInError";
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** A challenge of the service and the wallet's answer to it: what a session is given for. */
export interface SignedChallenge {
  challengeId: string;
  nonce: string;
  message: string;
  signature: string;
}

/**
 * Has a wallet sign the message by which it signs in (WS-01 to WS-06). `authUrl` is the origin of the authentication
 * service, empty for our own. Throws `WalletError` for what the wallet did, and `SignInError` for what the service
 * said. The message is refused unless it names this wallet and the page's own host: a wallet would sign in to
 * whatever else it says.
 */
export async function signChallenge(wallet: Wallet, authUrl = ""): Promise<SignedChallenge> {
  return signChallengeOf(wallet, `${authUrl}/v1/auth/wallet/challenge`);
}

/** The same with a message that is handed out at this address for another purpose. */
export async function signChallengeOf(wallet: Wallet, url: string): Promise<SignedChallenge> {
  const chainId = wallet.family === "evm" ? ((await wallet.chainId()) ?? undefined) : undefined;
  return signHandedOut(wallet, await post(url, { address: wallet.address, chainId }));
}

/** The same with a message that was handed out already. */
export async function signHandedOut(wallet: Wallet, answer: unknown): Promise<SignedChallenge> {
  const { challengeId, nonce, message } = asChallenge(answer);
  requireOwn(message, wallet);
  const signature = await wallet.signMessage(message);
  return { challengeId, nonce, message, signature };
}

function requireOwn(message: string, { address, family }: Wallet): void {
  const kind = family === "evm" ? "Ethereum" : "Tron";
  const [first, second] = message.split("\n");
  const asks = `${window.location.host} wants you to sign in with your ${kind} account:`;
  if (first !== asks || second !== address) {
    throw walletError("failed", new Error("the message to sign is not a sign-in to this page"));
  }
}

function asChallenge(answer: unknown): { challengeId: string; nonce: string; message: string } {
  if (typeof answer === "object" && answer !== null) {
    const { challengeId, nonce, message } = answer as Record<string, unknown>;
    if (typeof challengeId === "string" && typeof nonce === "string" && typeof message === "string") {
      return { challengeId, nonce, message };
    }
  }
  throw new SignInError(0, "The answer to the sign-in was not understood");
}

async function post(url: string, body: unknown): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: "POST",
      credentials: "include",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch (cause) {
    throw new SignInError(0, "The service cannot be reached", { cause });
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  const text = typeof answer === "object" && answer !== null && "message" in answer ? answer.message : null;
  throw new SignInError(response.status, typeof text === "string" ? text : "The sign-in was refused");
}
