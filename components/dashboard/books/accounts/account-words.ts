import { ACCOUNT_FACTS, type LedgerAccount } from "@/server/ledger/accounts";

/** The accounts of the journal, in their order. */
export const ACCOUNTS = Object.keys(ACCOUNT_FACTS).filter(isAccount);

function isAccount(name: string): name is LedgerAccount {
  return name in ACCOUNT_FACTS;
}

/** `held_receipts` as `Held receipts`. */
export function accountInWords(account: LedgerAccount): string {
  const words = account.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The account and the currency that a stored name is for; null for what is none. */
export function partsOf(key: string): { account: LedgerAccount; currency: string } | null {
  const [account = "", ...rest] = key.split("/");
  return isAccount(account) && rest.length > 0 ? { account, currency: rest.join("/") } : null;
}
