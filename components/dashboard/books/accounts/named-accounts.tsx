import { ACCOUNT_FACTS } from "@/server/ledger/accounts";
import { ACCOUNTS, accountInWords, partsOf } from "./account-words";

/** The names as facts, for roles that do not change them. */
export function NamedAccounts({ names }: { names: Readonly<Record<string, string>> }) {
  const ofTokens = Object.entries(names).flatMap(([key, name]) => {
    const parts = partsOf(key);
    return parts ? { key, name, label: `${accountInWords(parts.account)}, ${parts.currency}` } : [];
  });
  return (
    <dl className="grid gap-x-6 gap-y-4 text-sm sm:grid-cols-2">
      {ACCOUNTS.map((account) => (
        <div key={account}>
          <dt className="text-muted">{accountInWords(account)}</dt>
          <dd className="mt-0.5 font-medium wrap-anywhere">{names[account] ?? "Its own name"}</dd>
          <dd className="text-xs text-muted">{ACCOUNT_FACTS[account].holds}</dd>
        </div>
      ))}
      {ofTokens.map(({ key, name, label }) => (
        <div key={key}>
          <dt className="text-muted wrap-anywhere">{label}</dt>
          <dd className="mt-0.5 font-medium wrap-anywhere">{name}</dd>
        </div>
      ))}
    </dl>
  );
}
