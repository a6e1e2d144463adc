"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast";
import type { Period } from "@/server/ledger/closing/schema";
import { monthIn, monthOf } from "@/server/ledger/month";
import { DialogButton } from "../forms/dialog-button";
import { MutationForm } from "../forms/mutation-form";
import { useMerchant } from "../session/merchant";
import { monthInWords } from "./month-words";

/** Months that a first close can begin with. */
const MONTHS_BACK = 24;

/** The button that ends the next month; nothing while that month is not over, or the one before is not closed. */
export function EndMonth({ periods }: { periods: readonly Period[] }) {
  const [now] = useState(() => new Date());
  const [last] = periods;
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const timeZone = last?.timeZone ?? ownZone;
  if (last && last.state !== "closed") return null;
  const months = last ? [monthOf(new Date(last.endsAt), timeZone)] : pastMonths(now, timeZone);
  const [month] = months;
  if (month === undefined || monthIn(month, timeZone).endsAt > now) return null;
  return (
    <DialogButton
      operation="freezePeriod"
      variant="primary"
      text={`Close ${monthInWords(month)}`}
      title="Close a month"
      description="From now on no entry gets into it. It is compared with the chain first, and signed when you say so."
    >
      {(close) => <EndMonthForm months={months} timeZone={timeZone} isFirst={!last} onClose={close} />}
    </DialogButton>
  );
}

interface EndMonthFormProps {
  months: readonly string[];
  timeZone: string;
  isFirst: boolean;
  onClose: () => void;
}

function EndMonthForm({ months, timeZone, isFirst, onClose }: EndMonthFormProps) {
  const { api } = useMerchant();
  const toast = useToast();
  const [month, setMonth] = useState(months[0] ?? "");
  const [zone, setZone] = useState(timeZone);
  const end = useMutation({
    mutationFn: () => api<Period>("POST", "/v2/books/periods", { body: { month, timeZone: zone } }),
    onSuccess: () => {
      toast(`${monthInWords(month)} is being compared with the chain.`);
      onClose();
    },
  });
  return (
    <MutationForm mutation={end} onSubmit={() => end.mutate()} submit="Compare it" onCancel={onClose}>
      <Field label="Month" hint={isFirst ? "Those before it are its opening balance." : undefined}>
        {(control) => (
          <Select
            {...control}
            value={month}
            onChange={({ target }) => setMonth(target.value)}
            options={months.map((value) => ({ value, label: monthInWords(value) }))}
          />
        )}
      </Field>
      <Field label="Time zone" hint="The month begins and ends at midnight there.">
        {(control) => (
          <Input
            {...control}
            value={zone}
            onChange={({ target }) => setZone(target.value)}
            autoComplete="off"
          />
        )}
      </Field>
    </MutationForm>
  );
}

/** Months that are over, the newest first. */
function pastMonths(now: Date, timeZone: string): string[] {
  const [year = 0, number = 1] = monthOf(now, timeZone).split("-").map(Number);
  return Array.from({ length: MONTHS_BACK }, (_, i) =>
    new Date(Date.UTC(year, number - 2 - i)).toISOString().slice(0, 7),
  );
}
