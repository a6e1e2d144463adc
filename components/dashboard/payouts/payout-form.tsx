"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useDashboardConfig } from "../config";
import { Form } from "../forms/form";
import { TextField } from "../forms/form-fields";
import { AddressField, AmountField, NetworkField, TokenField } from "../forms/payment-fields";
import { submitting } from "../forms/submitting";
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
  const { watch, setValue } = form;
  const network = networks.find(({ id }) => id === watch("network"));
  const recipient = watch("recipient").trim();
  const typed = network && ADDRESS.test(recipient) ? recipient : null;
  const { data: recipients } = useRecipients(
    typed !== null && network ? [{ network: network.id, address: typed }] : [],
  );
  const send = submitting(form, async (values) => {
    await onSubmit(values);
  });
  return (
    <Form form={form} onSubmit={send} submit="Create payment" onCancel={onCancel}>
      <AddressField
        label="Recipient"
        hint="Their wallet address. Nobody can bring a payment back, so compare all of it."
        form={form}
        name="recipient"
      />
      {typed !== null && recipients?.has(typed) && (
        <div role="status" className="-mt-3 text-sm">
          <RecipientNotice recipient={recipients.get(typed)} />
        </div>
      )}
      <div className="grid gap-5 sm:grid-cols-3">
        <AmountField label="Amount" form={form} name="amount" />
        <TokenField form={form} name="currency" network={network} />
        <NetworkField
          form={form}
          name="network"
          rules={{ onChange: () => setValue("currency", "") }}
          networks={networks}
        />
      </div>
      <TextField label="Payment reference" isOptional form={form} name="reference" />
      <TextField
        label="Your ID for the recipient"
        hint="For your eyes only, such as a supplier's number."
        isOptional
        form={form}
        name="recipientIdentifier"
      />
    </Form>
  );
}
