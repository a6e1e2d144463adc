"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useFieldArray, useForm } from "react-hook-form";
import { z } from "zod";
import { Plus } from "@/components/icons/icons";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { CreateClientIdSessionBody } from "@/server/platforms/client-ids/schema";
import { showFailure } from "../api/show-failure";
import { useDestination } from "../queries";
import { DomainFields } from "./domain-fields";

const MAX_DOMAINS = 10;

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
  const { errors, isSubmitting } = form.formState;

  const send = form.handleSubmit(async ({ label, allowedDomains, isBound }) => {
    try {
      await onSubmit({
        label,
        allowedDomains: allowedDomains.map(({ value }) => value.trim()).filter((domain) => domain !== ""),
        payeeDestinationId: isBound ? destination?.id : undefined,
      });
    } catch (error) {
      showFailure(form, error);
    }
  });

  return (
    <form onSubmit={send} noValidate className="grid gap-5">
      <Field
        label="Name"
        hint="For your eyes only, such as the shop that uses it."
        error={errors.label?.message}
      >
        {(control) => <Input {...control} {...form.register("label")} maxLength={100} autoComplete="off" />}
      </Field>
      <fieldset className="grid gap-3">
        <legend className="mb-1.5 text-sm font-medium">Allowed domains</legend>
        <Alert tone="info">
          A website that calls the service from the browser must be listed here. Leave the list empty for a
          server: the client ID then works from anywhere but a browser.
        </Alert>
        <DomainFields
          register={form.register}
          errors={errors.allowedDomains}
          fields={domains.fields}
          onRemove={domains.remove}
        />
        {domains.fields.length < MAX_DOMAINS && (
          <Button size="sm" className="justify-self-start" onClick={() => domains.append({ value: "" })}>
            <Plus aria-hidden="true" />
            Add a domain
          </Button>
        )}
      </fieldset>
      {destination && (
        <Checkbox
          {...form.register("isBound")}
          label="Pay to my destination"
          hint="Requests of this client ID are paid to your receiving route and nowhere else."
        />
      )}
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      <div className="flex justify-end gap-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" isPending={isSubmitting}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
