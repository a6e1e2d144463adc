/** What a wallet is to whoever is signed in. One that opened an account here is the wallet that is paid there. */
export const STANDINGS = [
  /** Nobody signs in with it, and it opened no account. */
  "unknown",
  "own",
  "own_opened",
  "other",
  "other_opened",
  /** It opened an account, and the caller took it away from their ways to sign in. */
  "removed_opened",
  /** The same, by somebody else. */
  "other_removed_opened",
] as const;
export type Standing = (typeof STANDINGS)[number];

/** What becomes of it. */
interface Pairs {
  /** When the caller adds it: done, or refused with these words. */
  add: { refused: string } | "added";
  /** When it signs in. */
  signIn: "opens_account" | "as_caller" | "as_other" | "refused";
  /** When the caller removes it. */
  remove: "removed" | "not_found";
}

const YOURS = "You sign in with this wallet already";
const OTHERS = "Somebody else signs in with this wallet here; a wallet belongs to one person";
const OPENED =
  "This wallet has an account of its own here, and stays with that; have it invited to yours instead, or use another wallet";

/** Every pair of a wallet and what is done with it. `own-wallets.ts` adds by it; `pairs.test.ts` tries all of it. */
export const WALLET_PAIRS: Record<Standing, Pairs> = {
  unknown: { add: "added", signIn: "opens_account", remove: "not_found" },
  own: { add: { refused: YOURS }, signIn: "as_caller", remove: "removed" },
  own_opened: { add: { refused: YOURS }, signIn: "as_caller", remove: "removed" },
  other: { add: { refused: OTHERS }, signIn: "as_other", remove: "not_found" },
  other_opened: { add: { refused: OPENED }, signIn: "as_other", remove: "not_found" },
  removed_opened: { add: "added", signIn: "refused", remove: "not_found" },
  other_removed_opened: { add: { refused: OPENED }, signIn: "refused", remove: "not_found" },
};
