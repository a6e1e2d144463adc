"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { showFailure } from "../api/show-failure";
import { useDashboardConfig } from "../config";
import { AddressField, AmountField, NetworkField, TokenField } from "../forms/payment-fields";
import { PayoutValues } from "./payout-values";
import { RecipientNotice, useRecipients } from "./recipient-notice";

/** The form of a whole address of either family; whether it is one the API says. */
const ADDRESS = /^(?:0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/;

export interface PayoutFormProps {
  /** What most payouts will be in, or all of another one. */
  initial: Pick<PayoutValues, "network" | "currency"> & Partial<PayoutValues>;
  onCancel: () => void;
  onSubmit: (values: PayoutValues) => Promise<void>;
}

/** Who is paid what. */
export function PayoutForm({ initial, onCancel, onSubmit }: PayoutFormProps) {
  const { networks } = useDashboardConfig();
  const form = useForm<PayoutValues>({
    resolver: zodResolver(PayoutValues),
    defaultValues: { recipient: "", amount: "", reference: "", recipientIdentifier: "", ...initial },
  });
  const { register, watch, setValue, formState } = form;
  const { errors, isSubmitting } = formState;
  const network = networks.find(({ id }) => id === watch("network"));
  const recipient = watch("recipient").trim();
  const typed = network && ADDRESS.test(recipient) ? recipient : null;
  const { data: recipients } = useRecipients(
    typed !== null && network ? [{ network: network.id, address: typed }] : [],
  );
  const send = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values);
    } catch (error) {
      showFailure(form, error);
    }
  });
  return (
    <form onSubmit={send} noValidate className="grid gap-5">
      <AddressField
        label="Recipient"
        hint="Their wallet address. Nobody can bring a payment back, so compare all of it."
        field={register("recipient")}
        error={errors.recipient?.message}
      />
      {typed !== null && recipients?.has(typed) && (
        <div role="status" className="-mt-3 text-sm">
          <RecipientNotice recipient={recipients.get(typed)} />
        </div>
      )}
      <div className="grid gap-5 sm:grid-cols-3">
        <AmountField label="Amount" field={register("amount")} error={errors.amount?.message} />
        <TokenField field={register("currency")} error={errors.currency?.message} network={network} />
        <NetworkField
          field={register("network", { onChange: () => setValue("currency", "") })}
          error={errors.network?.message}
          networks={networks}
        />
      </div>
      <Field label="Payment reference" isOptional error={errors.reference?.message}>
        {(control) => <Input {...control} {...register("reference")} autoComplete="off" />}
      </Field>
      <Field
        label="Your ID for the recipient"
        hint="For your eyes only, such as a supplier's number."
        isOptional
        error={errors.recipientIdentifier?.message}
      >
        {(control) => <Input {...control} {...register("recipientIdentifier")} autoComplete="off" />}
      </Field>
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      <div className="flex justify-end gap-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" isPending={isSubmitting}>
          Create payment
        </Button>
      </div>
    </form>
  );
}
