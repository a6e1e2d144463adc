import { ask, json, Unreachable } from "@/components/pay/api/ask-server";
import type { PageContext } from "@/components/pay/api/page-context";
import type { SignedTronTransaction } from "@/wallet/wallet";

/** The service or the network would not take what the wallet signed: it went nowhere, and nothing was paid. */
export class RelayRefused extends Error {
  override readonly name = "RelayRefused";
}

const ATTEMPTS = 3;
const PAUSE_MS = 1_500;

/** By these the network says that it takes nothing for now (`server/chains/tron/relay.ts`). */
const BUSY = new Set<unknown>(["SERVER_BUSY", "NO_CONNECTION", "BLOCK_UNSOLIDIFIED"]);

/**
 * Hands what a wallet on Tron signed to the service, which broadcasts it (PP-18). An answer that is lost says nothing
 * about the transaction, and a second one beside it could pay twice: so the same bytes are handed over again, which a
 * node takes only once. `isTaken` is false where nobody has said in the end that they took it: it may be on its way,
 * and the same bytes may be handed over for as long as they are valid. Throws `RelayRefused` only when it certainly went
 * nowhere and never will.
 */
export function broadcast(
  { apiUrl, token, clientId }: PageContext,
  signedTransaction: SignedTronTransaction,
): Promise<{ txid: string; isTaken: boolean }> {
  const request = json({ signedTransaction });
  const headers = { ...request.headers, "x-client-id": clientId };
  const url = `${apiUrl}/v2/secure-payments/${token}/tron/broadcast`;
  return broadcastBy(() => ask(url, { ...request, headers }), signedTransaction);
}

/** The same, by whatever way the service is asked. */
export async function broadcastBy(
  hand: () => Promise<Response>,
  signed: SignedTronTransaction,
): Promise<{ txid: string; isTaken: boolean }> {
  const { txID: txid } = signed;
  let mayBeOut = false;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const answer = await relayed(hand).catch(() => null);
    if (answer?.isSent) return { txid, isTaken: true };
    if (answer?.isRefused) {
      if (!mayBeOut) throw new RelayRefused(`broadcast: ${answer.status}`);
      // What the lost answer was about has been done meanwhile.
      break;
    }
    mayBeOut ||= !answer?.isUnheard;
  }
  return { txid, isTaken: false };
}

/** When the chain has no use for it any more, milliseconds since 1970. */
export function endOf({ raw_data }: SignedTronTransaction): number | null {
  const expiration = typeof raw_data === "object" && raw_data !== null ? field(raw_data, "expiration") : null;
  return typeof expiration === "number" && Number.isSafeInteger(expiration) ? expiration : null;
}

async function relayed(hand: () => Promise<Response>) {
  const response = await hand();
  const { status } = response;
  const body: unknown = await response.json().catch((cause: unknown) => {
    throw new Unreachable("not an answer", { cause });
  });
  const [result, code] =
    typeof body === "object" && body !== null ? [field(body, "result"), field(body, "code")] : [];
  const isBusy = result === false && BUSY.has(code);
  const isForLater = status === 408 || status === 429 || status >= 500;
  return {
    status,
    isSent: response.ok && result === true,
    isRefused: !isBusy && (result === false || !isForLater),
    isUnheard: isBusy || status === 429,
  };
}

function field(of: object, name: string): unknown {
  return Object.hasOwn(of, name) ? Reflect.get(of, name) : undefined;
}
