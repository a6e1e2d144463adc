"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { OrchestratorKeyIssued } from "@/server/platforms/orchestrators/schema";
import { ApiFailure, messageOf } from "../../api/api-failure";
import { KeyShownOnce } from "../../forms/shown-once";
import { useMerchant } from "../../session/merchant";

/** A button that asks for a name, makes a key, and shows it once. */
export function NewKey() {
  const { api } = useMerchant();
  const [isOpen, setOpen] = useState(false);
  const [label, setLabel] = useState("");
  const [value, setValue] = useState<string | null>(null);
  const issue = useMutation({
    mutationFn: () =>
      api<OrchestratorKeyIssued>("POST", "/v2/orchestrators/keys", { body: { label: label.trim() } }),
    onSuccess: ({ rawKey }) => setValue(rawKey),
  });
  const close = () => {
    setOpen(false);
    setValue(null);
    setLabel("");
    issue.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!issue.isPending) issue.mutate();
  };
  const wrong = issue.error instanceof ApiFailure ? issue.error.fields.label : undefined;
  return (
    <>
      <Button onClick={() => setOpen(true)}>New key</Button>
      <Dialog
        isOpen={isOpen && value === null}
        onClose={close}
        title="New key"
        description="It is shown once, when it is made."
      >
        <form onSubmit={submit} className="grid gap-5">
          <Field label="Name" hint="Such as the server that uses it." error={wrong}>
            {(control) => (
              <Input
                {...control}
                value={label}
                onChange={({ target }) => setLabel(target.value)}
                maxLength={100}
                autoComplete="off"
              />
            )}
          </Field>
          {issue.isError && wrong === undefined && <Alert tone="danger">{messageOf(issue.error)}</Alert>}
          <div className="flex justify-end gap-3">
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" variant="primary" isPending={issue.isPending}>
              Make key
            </Button>
          </div>
        </form>
      </Dialog>
      {value !== null && <KeyShownOnce value={value} what="Orchestrator key" undo="revokes" onDone={close} />}
    </>
  );
}
