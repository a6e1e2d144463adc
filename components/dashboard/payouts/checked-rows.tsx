import { Address, shorten } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { withField } from "../api/api-failure";
import { RecipientNotice, useRecipients } from "./recipient-notice";
import type { Import, RowOutcome } from "./use-import";

interface CheckedRowsProps {
  found: Import;
  outcomes: ReadonlyMap<number, RowOutcome>;
}

/** Every row of the file with what is wrong with it, in the file's own order. */
export function CheckedRows({ found: { rows, checked }, outcomes }: CheckedRowsProps) {
  const { data: recipients } = useRecipients(
    checked.rows.flatMap(({ payout }) =>
      payout ? { network: payout.network, address: payout.recipient } : [],
    ),
  );
  return (
    <ol className="max-h-96 divide-y divide-dashed divide-line overflow-y-auto rounded-md bg-sunken px-4 text-sm">
      {checked.rows.map(({ index, problems, duplicateOf, payout }) => {
        const row = rows[index] ?? {};
        const outcome = outcomes.get(index);
        return (
          <li key={index} className="py-2.5">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="min-w-0">
                <span className="mr-2 text-muted">Row {index + 2}</span>
                <bdi className="wrap-anywhere">
                  {row.reference ?? (payout ? "No reference" : shorten(row.recipient ?? "no recipient"))}
                </bdi>
              </span>
              <span className="flex items-center gap-2">
                <bdi>
                  {row.amount ?? "no amount"} {row.currency}
                </bdi>
                <State isValid={problems.length === 0} outcome={outcome} />
              </span>
            </div>
            {payout && (
              <div className="my-1">
                <Address value={payout.recipient} form="full" />
                <div>
                  <RecipientNotice recipient={recipients?.get(payout.recipient)} />
                </div>
              </div>
            )}
            <ul className="text-danger">
              {problems.map(({ field, message }) => (
                <li key={`${field} ${message}`} className="wrap-anywhere">
                  {withField(field, message)}
                </li>
              ))}
              {outcome?.state === "failed" && <li className="wrap-anywhere">{outcome.message}</li>}
            </ul>
            {duplicateOf !== null && (
              <p className="text-warning">The same as row {duplicateOf + 2}: perhaps paid twice?</p>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function State({ isValid, outcome }: { isValid: boolean; outcome: RowOutcome | undefined }) {
  if (outcome?.state === "created") return <Badge tone="positive">Created</Badge>;
  if (outcome?.state === "failed") return <Badge tone="danger">Failed</Badge>;
  return isValid ? <Badge tone="accent">Ready</Badge> : <Badge tone="danger">Left out</Badge>;
}
