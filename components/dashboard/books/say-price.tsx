"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { useToast } from "@/components/ui/toast";
import type { UnvaluedList, ValuedEntries } from "@/server/ledger/worth/schema";
import { DialogButton } from "../forms/dialog-button";
import { MutationForm } from "../forms/mutation-form";
import { useMerchant } from "../session/merchant";

type Unvalued = UnvaluedList["entries"][number];

interface SayPriceProps {
  entry: Unvalued;
  /** Of the books. */
  currency: string;
  /** All that are shown: those of the same currency and day may have the same price. */
  entries: readonly Unvalued[];
}

/** The button that values an entry by hand, and asks where the price is from. */
export function SayPrice(props: SayPriceProps) {
  return (
    <DialogButton
      operation="valueEntries"
      size="sm"
      text="Say the price"
      title={`Price of ${props.entry.currency}`}
      description="The price, your reason and who you are stay in the books and in the audit log."
    >
      {(close) => <PriceForm {...props} onClose={close} />}
    </DialogButton>
  );
}

function PriceForm({ entry, currency, entries, onClose }: SayPriceProps & { onClose: () => void }) {
  const { api } = useMerchant();
  const toast = useToast();
  const [price, setPrice] = useState("");
  const [reason, setReason] = useState("");
  const [isForDay, setForDay] = useState(false);
  const day = entry.occurredAt.slice(0, 10);
  const ofDay = entries.filter((one) => one.currency === entry.currency && one.occurredAt.startsWith(day));
  const chosen = isForDay ? ofDay : [entry];
  const value = useMutation({
    mutationFn: () =>
      api<ValuedEntries>("POST", "/v2/books/worths", {
        body: { entries: chosen.map(({ id }) => id), price: price.trim(), reason },
      }),
    onSuccess: () => {
      toast(chosen.length === 1 ? "The entry has its worth." : `${chosen.length} entries have their worth.`);
      onClose();
    },
  });
  return (
    <MutationForm mutation={value} onSubmit={() => value.mutate()} submit="Value" onCancel={onClose}>
      {ofDay.length > 1 && (
        <Field label="For">
          {(control) => (
            <Select
              {...control}
              value={isForDay ? "day" : "entry"}
              onChange={({ target }) => setForDay(target.value === "day")}
              options={[
                { value: "entry", label: "This entry" },
                { value: "day", label: `All ${ofDay.length} of ${entry.currency} on ${day} (UTC)` },
              ]}
            />
          )}
        </Field>
      )}
      <Field label={`${currency} for one ${entry.currency}`} hint="A decimal number, as 0.9214.">
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            required
            pattern="[0-9]{1,18}(\.[0-9]{1,36})?"
            value={price}
            onChange={({ target }) => setPrice(target.value)}
          />
        )}
      </Field>
      <Field label="Reason" hint="Where the price is from.">
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            required
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
    </MutationForm>
  );
}
