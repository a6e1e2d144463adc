import type { Sent } from "@/components/pay/flow";

const PREFIX = "quittance:sent:";
/** A transaction that nobody has heard of after this time was never sent. */
const FORGET_MS = 24 * 3_600_000;

/** The payment this browser sent for a link, or null. */
export function rememberedPayment(token: string): Sent | null {
  try {
    const sent = parse(localStorage.getItem(PREFIX + token));
    return sent && Date.now() - sent.at < FORGET_MS ? sent : null;
  } catch {
    // Storage can be switched off.
    return null;
  }
}

/** Keeps it over a reload; null forgets it. */
export function rememberPayment(token: string, sent: Sent | null): void {
  try {
    if (sent) localStorage.setItem(PREFIX + token, JSON.stringify(sent));
    else localStorage.removeItem(PREFIX + token);
  } catch {
    // Then a reload asks the chain instead.
  }
}

/** Calls back when another tab of this browser has sent a payment for the link. Returns what ends it. */
export function onPaymentElsewhere(token: string, listener: (sent: Sent) => void): () => void {
  const changed = ({ key }: StorageEvent) => {
    const sent = key === PREFIX + token ? rememberedPayment(token) : null;
    if (sent) listener(sent);
  };
  window.addEventListener("storage", changed);
  return () => window.removeEventListener("storage", changed);
}

function parse(text: string | null): Sent | null {
  if (text === null) return null;
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null) return null;
  const { hash, wallet, nonce, isMined, at } = value as Record<string, unknown>;
  if (typeof hash !== "string" || typeof wallet !== "string" || typeof at !== "number") return null;
  return { hash, wallet, nonce: typeof nonce === "number" ? nonce : null, isMined: isMined === true, at };
}
