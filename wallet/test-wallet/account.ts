import type { Hex } from "viem";

const ACCOUNT_KEY = "quittance:test-wallet";
const ANSWER_KEY = "quittance:test-wallet-answer";
const DEFAULT_ACCOUNT = "payer";
const PRIVATE_KEY = /^0x[0-9a-f]{64}$/i;

/**
 * The key the Test wallet signs with now (pages.md): the account that `localStorage["quittance:test-wallet"]`
 * names, the private key it is, or `payer`. Throws for a name that is none.
 */
export function testKey(accounts: Record<string, Hex>): Hex {
  const chosen = localStorage.getItem(ACCOUNT_KEY) || DEFAULT_ACCOUNT;
  if (isPrivateKey(chosen)) return chosen;
  const key = Object.hasOwn(accounts, chosen) ? accounts[chosen] : undefined;
  if (!key) throw new Error(`the Test wallet knows no account "${chosen}"`);
  return key;
}

/**
 * True when the Test wallet shall refuse to sign: `localStorage["quittance:test-wallet-answer"]` is `reject`
 * (from now on) or `reject-once`. It stands for the person who says no.
 */
export function refuses(): boolean {
  const answer = localStorage.getItem(ANSWER_KEY);
  if (answer === "reject-once") localStorage.removeItem(ANSWER_KEY);
  return answer === "reject" || answer === "reject-once";
}

/** Settles once the person answers: while `localStorage["quittance:test-wallet-answer"]` is `silent` they do not. */
export function answered(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (localStorage.getItem(ANSWER_KEY) === "silent") return;
      stop();
      resolve();
    };
    const stop = onStored(ANSWER_KEY, look);
    look();
  });
}

/**
 * Calls back when another account was chosen in another window, or here with a `storage` event. Returns what ends
 * it.
 */
export function onTestAccount(listener: () => void): () => void {
  return onStored(ACCOUNT_KEY, listener);
}

/** The same for any entry of the storage. */
export function onStored(name: string, listener: () => void): () => void {
  const changed = ({ key }: { key: string | null }) => {
    if (key === name || key === null) listener();
  };
  window.addEventListener("storage", changed);
  return () => window.removeEventListener("storage", changed);
}

function isPrivateKey(text: string): text is Hex {
  return PRIVATE_KEY.test(text);
}
