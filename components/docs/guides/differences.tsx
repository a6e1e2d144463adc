import differences from "@/docs/contract-differences.json";
import { Part } from "../part";
import { WordsOf } from "../words-of";

/** Where the API differs from the published one of the hosted service, by operation, with the reason of each difference. */
export function Differences() {
  const byOperation = new Map<string, typeof differences>();
  for (const one of differences)
    byOperation.set(one.operation, [...(byOperation.get(one.operation) ?? []), one]);
  return (
    <Part title="Where the API differs">
      <p className="max-w-prose leading-relaxed text-muted">
        {differences.length} differences from the published description, each with its reason. A test compares
        both descriptions and knows no other difference.
      </p>
      <div className="mt-4 border-t border-line">
        {[...byOperation].map(([operation, found]) => (
          <details key={operation} className="border-b border-dashed border-line">
            <summary className="flex cursor-pointer items-baseline gap-2 py-2.5 text-sm hover:text-accent">
              <span className="min-w-0 font-mono text-[0.8125rem] wrap-anywhere">
                {operation === "*" ? "All operations" : operation}
              </span>
              <span className="ml-auto text-xs text-muted">{found.length}</span>
            </summary>
            <ul className="space-y-3 pb-4 pl-4 text-sm">
              {found.map(({ difference, reason }) => (
                <li key={difference}>
                  <span className="wrap-anywhere">{difference}</span>
                  <span className="mt-0.5 block text-xs text-muted">
                    <WordsOf text={reason} />
                  </span>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
    </Part>
  );
}
