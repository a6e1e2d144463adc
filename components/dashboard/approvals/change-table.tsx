import type { Change } from "@/server/approvals/change";

/** What stands there before and afterwards, name by name, and who gets how much. */
export function ChangeTable({ change: { before, after, payments, usd } }: { change: Change }) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return (
    <>
      {payments.length > 0 && (
        <ul className="mt-5 divide-y divide-dashed divide-line text-sm">
          {payments.map(({ payee, amount, currency }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <li key={index} className="flex flex-wrap justify-between gap-x-4 py-2.5">
              <span className="font-mono text-xs wrap-anywhere">{payee}</span>
              <span className="font-medium">
                {amount} {currency}
              </span>
            </li>
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
