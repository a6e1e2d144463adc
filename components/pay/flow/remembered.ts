import type { Sent, Unsent } from "@/components/pay/flow/flow-state";
import { placeOf, rememberedText } from "@/components/pay/flow/remembered-text";
import { isEvmNetworkId } from "@/server/chains/networks";

const ASKED = "quittance:asked:";
/** A transaction that nobody has heard of after this time was never sent. */
const FORGET_MS = 24 * 3_600_000;

/** The payment this browser sent for a link, or null. */
export function rememberedPayment(token: string): Sent | null {
  try {
    const sent = parse(rememberedText(token));
    return sent && Date.now() - sent.at < FORGET_MS ? sent : null;
  } catch {
    // Not as this page writes it.
    return null;
  }
}

/** Keeps it over a reload; null forgets it. */
export function rememberPayment(token: string, sent: Sent | null): void {
  try {
    if (sent) localStorage.setItem(placeOf(token), JSON.stringify(sent));
    else localStorage.removeItem(placeOf(token));
  } catch {
    // Then a reload asks the chain instead.
  }
}

/** Whether a wallet was asked from this browser to pay a link, and has not answered. */
export function wasAsked(token: string): boolean {
  try {
    return Date.now() - Number(localStorage.getItem(ASKED + token) ?? Number.NaN) < FORGET_MS;
  } catch {
    return false;
  }
}

/** Keeps over a reload that a wallet is asked for the payment; false once it has answered. */
export function rememberAsked(token: string, isAsked: boolean): void {
  try {
    if (isAsked) localStorage.setItem(ASKED + token, String(Date.now()));
    else localStorage.removeItem(ASKED + token);
  } catch {
    // Then a reload asks the chain instead.
  }
}

/** Calls back when another tab of this browser has sent a payment for the link. Returns what ends it. */
export function onPaymentElsewhere(token: string, listener: (sent: Sent) => void): () => void {
  const changed = ({ key }: StorageEvent) => {
    const sent = key === placeOf(token) ? rememberedPayment(token) : null;
    if (sent) listener(sent);
  };
  window.addEventListener("storage", changed);
  return () => window.removeEventListener("storage", changed);
}

function parse(text: string | null): Sent | null {
  if (text === null) return null;
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null) return null;
  const { hash, batch, isSafe, reference, wallet, from, nonce, isMined, at, unsent } = value as Record<
    string,
    unknown
  >;
  if (typeof wallet !== "string" || typeof at !== "number") return null;
  const [transaction, batchId] = [textOrNull(hash), textOrNull(batch)];
  if (transaction === null && batchId === null) return null;
  return {
    hash: transaction,
    batch: batchId,
    isSafe: isSafe === true,
    reference: textOrNull(reference),
    wallet,
    from: typeof from === "string" && isEvmNetworkId(from) ? from : null,
    nonce: typeof nonce === "number" ? nonce : null,
    isMined: isMined === true,
    at,
    unsent: unsentIn(unsent),
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** As this page has written it; the service compares the bytes again whoever hands them over. */
function unsentIn(value: unknown): Unsent | null {
  if (typeof value !== "object" || value === null) return null;
  const { signed, until } = value as Record<string, unknown>;
  if (typeof signed !== "object" || signed === null || typeof until !== "number") return null;
  const { txID, raw_data, raw_data_hex, signature } = signed as Record<string, unknown>;
  if (typeof txID !== "string" || typeof raw_data_hex !== "string" || !Array.isArray(signature)) return null;
  return { signed: { txID, raw_data, raw_data_hex, signature: signature.map(String) }, until };
}
