import type { AuditRecord } from "@/server/dashboard/account/audit-schema";
import { nameInWords, valueInWords } from "./audit-words";

/** What stood there before and what stands there now; of entries that do not say, their details. */
export function WhatChanged({ entry: { before, after, details } }: { entry: AuditRecord }) {
  if (before === null && after === null) return <Details details={details} />;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const told = new Set(names);
  const hadSomething = Object.values(before ?? {}).some((value) => value !== null);
  const others = Object.entries(details).filter(([name]) => !told.has(name) && name !== "changes");
  return (
    <div className="space-y-1 text-xs">
      <dl>
        {names.map((name) => (
          <div key={name} className="wrap-anywhere">
            <dt className="inline text-muted">{nameInWords(name)}: </dt>
            <dd className="inline">
              {hadSomething && (
                <>
                  <bdi className="text-muted line-through">{valueInWords(before?.[name] ?? null)}</bdi>
                  <span aria-hidden="true"> → </span>
                  <span className="sr-only"> became </span>
                </>
              )}
              <bdi>{valueInWords(after?.[name] ?? null)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {others.length > 0 && <Details details={Object.fromEntries(others)} />}
    </div>
  );
}

function Details({ details }: { details: AuditRecord["details"] }) {
  // The signature of an approver is in the files, for programs; people read it on the page of the approval.
  const entries = Object.entries(details).filter(([name]) => name !== "proof");
  if (entries.length === 0) return <span className="text-muted">—</span>;
  return (
    <dl className="text-xs">
      {entries.map(([name, value]) => (
        <div key={name} className="wrap-anywhere">
          <dt className="inline text-muted">{nameInWords(name)}: </dt>
          <dd className="inline">
            <bdi>{valueInWords(value)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
