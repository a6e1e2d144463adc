"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { useToast } from "@/components/ui/toast";
import type { Period } from "@/server/ledger/closing/schema";
import { DialogButton } from "../forms/dialog-button";
import { MutationForm } from "../forms/mutation-form";
import { useMerchant } from "../session/merchant";
import { periodInWords, problemInWords } from "./month-words";

/** The button that closes a month that was compared, and asks why the chain says otherwise where it does. */
export function CloseMonth({ period }: { period: Period }) {
  const month = periodInWords(period);
  return (
    <DialogButton
      operation="closePeriod"
      variant="primary"
      size="sm"
      text="Close and sign"
      title={`Close ${month}?`}
      description="The statement is signed, and the month stays as it is. This cannot be taken back."
    >
      {(close) => <CloseForm period={period} month={month} onClose={close} />}
    </DialogButton>
  );
}

function CloseForm({ period, month, onClose }: { period: Period; month: string; onClose: () => void }) {
  const { api } = useMerchant();
  const toast = useToast();
  const [words, setWords] = useState<Readonly<Record<string, string>>>({});
  const closing = useMutation({
    mutationFn: () =>
      api<Period>("POST", `/v2/books/periods/${period.id}/close`, {
        body: {
          explanations: period.differences.map(({ id }) => ({ id, explanation: words[id] ?? "" })),
        },
      }),
    onSuccess: () => {
      toast(`${month} is closed.`);
      onClose();
    },
  });
  return (
    <MutationForm
      mutation={closing}
      onSubmit={() => closing.mutate()}
      submit="Close and sign"
      onCancel={onClose}
    >
      {period.differences.length === 0 ? (
        <Alert tone="positive">The chain says the same as the books, to the last unit.</Alert>
      ) : (
        <Alert tone="warning">Say why for each difference. The statement has your words.</Alert>
      )}
      {period.differences.map(({ id, network, txHash, problem }) => (
        <Field
          key={id}
          label={txHash === null ? network : `${network} ${short(txHash)}`}
          hint={problemInWords(problem)}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              required
              maxLength={500}
              value={words[id] ?? ""}
              onChange={({ target }) => setWords({ ...words, [id]: target.value })}
            />
          )}
        </Field>
      ))}
    </MutationForm>
  );
}

function short(txHash: string): string {
  return `${txHash.slice(0, 10)}…${txHash.slice(-6)}`;
}
