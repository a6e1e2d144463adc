"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast";
import type { Period } from "@/server/ledger/closing/schema";
import { isTimeZone, monthIn } from "@/server/ledger/month";
import { messageOf } from "../../api/api-failure";
import { Allowed } from "../../roles/allowed";
import { ViewOnly } from "../../roles/view-only";
import { useMerchant } from "../../session/merchant";
import { monthInWords } from "../month-words";
import { OpenItems } from "./open-items";

interface BeginCloseProps {
  months: readonly string[];
  timeZone: string;
  /** Where the period before ended; null for the first. */
  startsAt: string | null;
  onEnded: (period: Period) => void;
}

/** Which month is closed, what is open in it, and the button that ends it. */
export function BeginClose({ months, timeZone, startsAt, onEnded }: BeginCloseProps) {
  const { api } = useMerchant();
  const toast = useToast();
  const [month, setMonth] = useState(months[0] ?? "");
  const [zone, setZone] = useState(timeZone);
  const end = useMutation({
    mutationFn: () => api<Period>("POST", "/v2/books/periods", { body: { month, timeZone: zone } }),
    onSuccess: (period) => {
      toast(`${monthInWords(month)} is being compared with the chain.`);
      onEnded(period);
    },
  });
  const span = isTimeZone(zone) ? monthIn(month, zone) : null;
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (span && !end.isPending) end.mutate();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Month"
          hint={
            startsAt === null
              ? "Those before it are its opening balance."
              : "Months are closed one after another."
          }
        >
          {(control) => (
            <Select
              {...control}
              value={month}
              onChange={({ target }) => setMonth(target.value)}
              options={months.map((value) => ({ value, label: monthInWords(value) }))}
            />
          )}
        </Field>
        <Field
          label="Time zone"
          hint="The month begins and ends at midnight there."
          error={span ? undefined : "No time zone has this name, as Europe/Berlin has."}
        >
          {(control) => (
            <Input
              {...control}
              value={zone}
              onChange={({ target }) => setZone(target.value)}
              autoComplete="off"
            />
          )}
        </Field>
      </div>
      {span && <OpenItems from={startsAt ?? span.startsAt.toISOString()} to={span.endsAt.toISOString()} />}
      <p className="text-muted">
        What is open does not forbid the close. Once the month has ended no entry gets into it: what comes
        later counts for the month that is open then.
      </p>
      {end.error && <Alert tone="danger">{messageOf(end.error)}</Alert>}
      <ViewOnly unless="freezePeriod" />
      <Allowed to="freezePeriod">
        <div>
          <Button type="submit" variant="primary" isPending={end.isPending} disabled={span === null}>
            End {monthInWords(month)} and compare
          </Button>
        </div>
      </Allowed>
    </form>
  );
}
