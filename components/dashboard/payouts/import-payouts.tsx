"use client";

import { useState } from "react";
import { Upload } from "@/components/icons/icons";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { messageOf } from "../api/api-failure";
import { CheckedRows } from "./checked-rows";
import { TotalList } from "./total-list";
import { useImport } from "./use-import";

/** A button that takes a list of payouts from a file, says row by row what is wrong, and creates the rest. */
export function ImportPayouts() {
  const [isOpen, setOpen] = useState(false);
  const { check, create, outcomes, reset } = useImport();
  const found = check.data;
  const created = [...outcomes.values()].filter(({ state }) => state === "created").length;
  const left = (found?.checked.valid ?? 0) - created;
  const close = () => {
    setOpen(false);
    reset();
  };
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <Upload aria-hidden="true" />
        Import CSV
      </Button>
      <Dialog
        isOpen={isOpen}
        // A list that is half created is not left by a stray press.
        {...(create.isPending ? {} : { onClose: close })}
        size="lg"
        title="Import payouts"
        description="The first line names the columns: recipient and amount, and if you like currency, network, reference and recipient ID."
        footer={
          <>
            <Button disabled={create.isPending} onClick={close}>
              {created > 0 ? "Done" : "Cancel"}
            </Button>
            {found && left > 0 && (
              <Button variant="primary" isPending={create.isPending} onClick={() => create.mutate(found)}>
                Create {left} {left === 1 ? "payment" : "payments"}
              </Button>
            )}
          </>
        }
      >
        <div className="grid gap-5">
          <Field label="CSV file" hint="At most 500 rows. Nothing is created before you say so.">
            {({ "aria-required": _, ...control }) => (
              <Input
                {...control}
                type="file"
                accept=".csv,text/csv,text/plain"
                disabled={create.isPending}
                className="py-1.5"
                // The corrected file has the name of the one before, which would be no change.
                onClick={({ currentTarget }) => {
                  currentTarget.value = "";
                }}
                onChange={({ target }) => {
                  const file = target.files?.[0];
                  if (file) check.mutate(file);
                }}
              />
            )}
          </Field>
          <div role="status" className="empty:hidden">
            {check.isPending && <p className="text-sm text-muted">Checking every row…</p>}
            {found && (
              <p className="text-sm">
                {found.checked.valid} of {found.rows.length} rows can be paid.
                {created > 0 && ` ${created} created.`}
              </p>
            )}
          </div>
          {check.isError && <Alert tone="danger">{messageOf(check.error)}</Alert>}
          {found && (
            <>
              <CheckedRows found={found} outcomes={outcomes} />
              {found.checked.totals.length > 0 && <TotalList totals={found.checked.totals} />}
            </>
          )}
        </div>
      </Dialog>
    </>
  );
}
