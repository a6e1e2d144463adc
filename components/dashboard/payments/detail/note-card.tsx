"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { useToast } from "@/components/ui/toast";
import { messageOf } from "../../api/api-failure";
import { FormEnd } from "../../forms/form-end";
import { Allowed } from "../../roles/allowed";
import { useMerchant } from "../../session/merchant";

const MAX_LENGTH = 2_000;

/** What the account wrote down about a payment. */
export function NoteCard({ requestId, note }: { requestId: string; note: string }) {
  const [isEditing, setEditing] = useState(false);
  return (
    <Card
      title="Note"
      description="For your account only; payers never see it"
      action={
        !isEditing && (
          <Allowed to="putDashboardPaymentNote">
            <Button size="sm" onClick={() => setEditing(true)}>
              {note === "" ? "Add a note" : "Edit"}
            </Button>
          </Allowed>
        )
      }
    >
      {isEditing ? (
        <NoteForm requestId={requestId} note={note} onDone={() => setEditing(false)} />
      ) : (
        <p className="text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap">
          {note === "" ? <span className="text-muted">Nothing noted.</span> : <bdi>{note}</bdi>}
        </p>
      )}
    </Card>
  );
}

function NoteForm({ requestId, note, onDone }: { requestId: string; note: string; onDone: () => void }) {
  const { api } = useMerchant();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [text, setText] = useState(note);
  const save = useMutation({
    mutationFn: () => api("PUT", `/v1/dashboard/payments/${requestId}/note`, { body: { note: text } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["payment"] });
      toast("Note saved.");
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label="Your note" isOptional>
        {(control) => (
          <Textarea
            {...control}
            value={text}
            maxLength={MAX_LENGTH}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <FormEnd
        error={save.isError ? messageOf(save.error) : undefined}
        submit="Save note"
        isPending={save.isPending}
        onCancel={onDone}
      />
    </form>
  );
}
