"use client";

import type { UseFormReturn } from "react-hook-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { Frequency } from "@/server/requests/schema";
import { useDashboardConfig } from "../../config";
import { SelectField, TextField } from "../../forms/form-fields";
import { AddressField, AmountField, NetworkField, TokenField } from "../../forms/payment-fields";
import { FREQUENCY_WORDS } from "../schedule-words";
import { MOST_PAYMENTS, type ScheduleValues } from "./schedule-values";

interface ScheduleFormProps {
  form: UseFormReturn<ScheduleValues>;
  onReview: (values: ScheduleValues) => void;
}

/** Who pays whom how much, how often and from when. */
export function ScheduleForm({ form, onReview }: ScheduleFormProps) {
  // The contract takes allowances, which Tron has no such contract for and native coin does not have.
  const networks = useDashboardConfig().networks.filter(({ family }) => family === "evm");
  const { watch, setValue, formState } = form;
  const { errors } = formState;
  const network = networks.find(({ id }) => id === watch("network"));
  return (
    <form onSubmit={form.handleSubmit(onReview)} noValidate className="grid max-w-2xl gap-6">
      <Card title="Who pays whom">
        <div className="grid gap-5">
          <AddressField
            label="Recipient"
            hint="Gets every instalment. It cannot be changed once the payer has signed, so compare all of it."
            form={form}
            name="payee"
          />
          <AddressField
            label="Payer"
            hint="The wallet that signs and is charged: yours, or your customer's."
            form={form}
            name="payer"
          />
          <TextField
            label="Payment reference"
            hint="The payer sees it, and you find the schedule by it."
            isOptional
            form={form}
            name="reference"
          />
        </div>
      </Card>
      <Card title="What and when">
        <div className="grid gap-5 sm:grid-cols-2">
          <NetworkField
            form={form}
            name="network"
            rules={{ onChange: () => setValue("currency", "") }}
            networks={networks}
          />
          <TokenField form={form} name="currency" network={network} />
          <AmountField label="Amount of each instalment" form={form} name="amount" />
          <TextField
            label="Instalments"
            hint={`From 2 to ${MOST_PAYMENTS}`}
            form={form}
            name="payments"
            inputMode="numeric"
          />
          <SelectField
            label="How often"
            hint="Counted in seconds by the contract: a month is 30 days, a year 365."
            form={form}
            name="frequency"
            options={(Object.keys(FREQUENCY_WORDS) as Frequency[]).map((frequency) => ({
              value: frequency,
              label: FREQUENCY_WORDS[frequency].choice,
            }))}
          />
          <TextField
            label="First instalment (UTC)"
            hint="Due when this day begins. Today is due as soon as the payer has signed."
            form={form}
            name="startDate"
            type="date"
          />
        </div>
      </Card>
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      <Button type="submit" variant="primary" size="lg" className="justify-self-start">
        Review
      </Button>
    </form>
  );
}
