"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useFieldArray, useForm } from "react-hook-form";
import { z } from "zod";
import { Alert } from "@/components/ui/alert";
import { Checkbox } from "@/components/ui/checkbox";
import { CreateClientIdSessionBody } from "@/server/platforms/client-ids/schema";
import { Form } from "../forms/form";
import { TextField } from "../forms/form-fields";
import { submitting } from "../forms/submitting";
import { useDestination } from "../queries";
import { DomainFields, domainsOf } from "./domain-fields";

/** What the form holds: a list of fields needs objects where the API has a list of texts. */
const Values = z.object({
  label: z.string().trim().min(1, "Give it a name").pipe(CreateClientIdSessionBody.shape.label),
  allowedDomains: z.array(z.object({ value: z.string() })),
  isBound: z.boolean(),
});
export type ClientIdValues = z.infer<typeof Values>;

/** What both creating and changing send. */
export interface ClientIdInput {
  label: string;
  allowedDomains: string[];
  payeeDestinationId: string | undefined;
}

interface ClientIdFormProps {
  initial: ClientIdValues;
  submit: string;
  onCancel: () => void;
  onSubmit: (input: ClientIdInput) => Promise<void>;
}

/** Name, allowed domains and destination of a client ID. */
export function ClientIdForm({ initial, submit, onCancel, onSubmit }: ClientIdFormProps) {
  const { data: destination } = useDestination();
  const form = useForm<ClientIdValues>({ resolver: zodResolver(Values), defaultValues: initial });
  const domains = useFieldArray({ control: form.control, name: "allowedDomains" });
  const { errors } = form.formState;

  const send = submitting(form, async ({ label, allowedDomains, isBound }) => {
    await onSubmit({
      label,
      allowedDomains: domainsOf(allowedDomains),
      payeeDestinationId: isBound ? destination?.id : undefined,
    });
  });

  return (
    <Form form={form} onSubmit={send} submit={submit} onCancel={onCancel}>
      <TextField
        label="Name"
        hint="For your eyes only, such as the shop that uses it."
        form={form}
        name="label"
        maxLength={100}
      />
      <DomainFields register={form.register} errors={errors.allowedDomains} list={domains}>
        <Alert tone="info">
          A website that calls the service from the browser must be listed here. Leave the list empty for a
          server: the client ID then works from anywhere but a browser.
        </Alert>
      </DomainFields>
      {destination && (
        <Checkbox
          {...form.register("isBound")}
          label="Pay to my destination"
          hint="Requests of this client ID are paid to your receiving route and nowhere else."
        />
      )}
    </Form>
  );
}
