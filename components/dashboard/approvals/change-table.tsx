import { Time } from "@/components/ui/time";
import type { Change } from "@/server/approvals/change";
import { NETWORKS } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";

/** What stands there before and afterwards, name by name, and who gets how much. */
export function ChangeTable({ change: { before, after, payments, usd } }: { change: Change }) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return (
    <>
      {payments.length > 0 && (
        <ul className="mt-5 divide-y divide-dashed divide-line text-sm">
          {payments.map((payment) => (
            <Payment key={payment.reference} payment={payment} />
          ))}
          <li className="flex justify-between py-2.5 text-muted">
            <span>Worth</span>
            <span>{usd === null ? "no price is known" : `${usd} USD`}</span>
          </li>
        </ul>
      )}
      {names.length > 0 && (
        <dl className="mt-5 divide-y divide-dashed divide-line text-sm">
          {names.map((name) => (
            <div key={name} className="grid gap-1 py-2.5 sm:grid-cols-[12rem_1fr]">
              <dt className="text-muted">{wordsOfName(name)}</dt>
              <dd className="min-w-0 wrap-anywhere">
                <Values before={before[name]} after={after[name]} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** Who gets how much, what goes to others beside it, and how often. */
function Payment({ payment }: { payment: Change["payments"][number] }) {
  const { payee, amount, currency, times, frequency, firstPayment, fees } = payment;
  const lines = [{ payee, amount, note: "" }, ...fees.map((fee) => ({ ...fee, note: "Fee" }))];
  return (
    <>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <li key={index} className="flex flex-wrap justify-between gap-x-4 py-2.5">
          <span className="min-w-0">
            {line.note !== "" && <span className="block text-muted">{line.note}</span>}
            <span className="font-mono text-xs wrap-anywhere">{line.payee}</span>
          </span>
          <span className="font-medium">
            {line.amount} {tokenName(currency)}
          </span>
        </li>
      ))}
      {frequency !== null && firstPayment !== null && (
        <li className="flex flex-wrap justify-between gap-x-4 py-2.5">
          <span className="text-muted">How often</span>
          <span>
            {times} times, {OFTEN[frequency] ?? frequency}, from <Time value={firstPayment} />
          </span>
        </li>
      )}
    </>
  );
}

const OFTEN: Record<string, string> = {
  DAILY: "every day",
  WEEKLY: "every week",
  MONTHLY: "every 30 days",
  YEARLY: "every 365 days",
};

/** `USDC-sepolia` as "USDC on Sepolia". */
function tokenName(currency: string): string {
  const token = tokenById(currency);
  return token ? `${token.symbol} on ${NETWORKS[token.network].name}` : currency;
}

type Value = Change["after"][string] | undefined;

function Values({ before, after }: { before: Value; after: Value }) {
  const [was, is] = [textOf(before), textOf(after)];
  if (before === undefined) return <ins className="font-medium no-underline">{is}</ins>;
  if (after === undefined) return <del className="text-danger">{was}</del>;
  if (was === is) return is;
  return (
    <>
      <del className="text-danger">{was}</del>
      <span aria-hidden="true" className="px-2 text-muted">
        →
      </span>
      <span className="sr-only"> becomes </span>
      <ins className="font-medium text-positive no-underline">{is}</ins>
    </>
  );
}

function textOf(value: Value): string {
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(", ");
  return String(value);
}

/** `hideUntilApproved` as "Hide until approved". */
function wordsOfName(name: string): string {
  const words = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
