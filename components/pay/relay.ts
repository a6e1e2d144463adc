import { ask, json, Unreachable } from "@/components/pay/ask-server";
import type { Place } from "@/components/pay/place";
import type { SignedTronTransaction } from "@/wallet/wallet";

/** The service or the network would not take what the wallet signed: it went nowhere, and nothing was paid. */
export class RelayRefused extends Error {
  override readonly name = "RelayRefused";
}

const ATTEMPTS = 3;
const PAUSE_MS = 1_500;

/**
 * Hands what a wallet on Tron signed to the service, which broadcasts it (PP-18). An answer that is lost says nothing
 * about the transaction, and a second one beside it could pay twice: so the same bytes are handed over again, which a
 * node takes only once, and after that the transaction counts as sent. The chain says in time whether it came. Throws
 * `RelayRefused` only when it certainly went nowhere.
 */
export async function broadcast(place: Place, signed: SignedTronTransaction): Promise<{ txid: string }> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const answer = await relayed(place, signed).catch(() => null);
    if (answer?.isSent) return { txid: signed.txID };
    if (!answer?.isRefused) continue;
    if (attempt === 1) throw new RelayRefused(`broadcast: ${answer.status}`);
    // What the lost answer was about has been done meanwhile.
    break;
  }
  return { txid: signed.txID };
}

async function relayed({ apiUrl, token, clientId }: Place, signedTransaction: SignedTronTransaction) {
  const request = json({ signedTransaction });
  const headers = { ...request.headers, "x-client-id": clientId };
  const response = await ask(`${apiUrl}/v2/secure-payments/${token}/tron/broadcast`, { ...request, headers });
  const { status } = response;
  const body: unknown = await response.json().catch((cause: unknown) => {
    throw new Unreachable("not an answer", { cause });
  });
  const result = typeof body === "object" && body !== null && "result" in body ? body.result : undefined;
  const isForLater = status === 408 || status === 429 || status >= 500;
  return { status, isSent: response.ok && result === true, isRefused: result === false || !isForLater };
}
