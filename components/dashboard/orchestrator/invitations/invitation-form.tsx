"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useFieldArray, useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import type { LinkIntentCreated } from "@/server/platforms/orchestrators/intents-schema";
import { DomainFields, domainsOf } from "../../client-ids/domain-fields";
import { Form } from "../../forms/form";
import { SelectField, TextField } from "../../forms/form-fields";
import { submitting } from "../../forms/submitting";
import { useMerchant } from "../../session/merchant";
import { PROVIDER_OPTIONS } from "../../shared/screening-providers";

/** No plan: the platform chooses. */
const NOBODY = "";

const Values = z.object({
  clientIdName: z.string().trim().min(1, "Give it a name").max(100),
  externalId: z.string().trim().max(255),
  allowedDomains: z.array(z.object({ value: z.string() })),
  primary: z.string(),
  backup: z.string(),
});

interface InvitationFormProps {
  onCancel: () => void;
  onCreated: (url: string) => void;
}

/** Name, domains and screening plan of the client ID that the platform will get. */
export function InvitationForm({ onCancel, onCreated }: InvitationFormProps) {
  const { api } = useMerchant();
  const form = useForm<z.infer<typeof Values>>({
    resolver: zodResolver(Values),
    defaultValues: { clientIdName: "", externalId: "", allowedDomains: [], primary: NOBODY, backup: NOBODY },
  });
  const domains = useFieldArray({ control: form.control, name: "allowedDomains" });
  const primary = useWatch({ control: form.control, name: "primary" });
  const create = useMutation({
    mutationFn: (body: object) =>
      api<LinkIntentCreated>("POST", "/v2/orchestrators/client-id-link-intents", { body }),
  });
  const { errors } = form.formState;
  const send = submitting(
    form,
    async ({ clientIdName, externalId, allowedDomains, ...plan }) => {
      const origins = domainsOf(allowedDomains);
      const providers = [plan.primary, plan.backup === plan.primary ? NOBODY : plan.backup]
        .filter((provider) => provider !== NOBODY)
        .map((provider) => ({ provider }));
      const body = {
        clientIdName,
        ...(origins.length > 0 ? { domains: origins } : {}),
        ...(externalId === "" ? {} : { externalId }),
        ...(plan.primary === NOBODY ? {} : { kyt: { providers } }),
      };
      onCreated((await create.mutateAsync(body)).url);
    },
    { domains: "allowedDomains", kyt: "primary" },
  );
  return (
    <Form form={form} onSubmit={send} submit="Make the invitation" onCancel={onCancel}>
      <TextField
        label="Name"
        hint="Of the platform's new client ID. The platform sees it too."
        form={form}
        name="clientIdName"
        maxLength={100}
      />
      <TextField
        label="Your own ID of the platform"
        isOptional
        hint="Comes back in the event client_id.linked."
        form={form}
        name="externalId"
        maxLength={255}
      />
      <DomainFields register={form.register} errors={errors.allowedDomains} list={domains}>
        <p className="text-sm text-muted">
          Websites that use the client ID from a browser. Leave the list empty for your server.
        </p>
      </DomainFields>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Screening"
          hint="What you choose, the platform can only see."
          form={form}
          name="primary"
          options={[{ value: NOBODY, label: "The platform chooses" }, ...PROVIDER_OPTIONS]}
        />
        {primary !== NOBODY && (
          <SelectField
            label="Backup"
            hint="Asked only when the first cannot answer. A rejection is final."
            form={form}
            name="backup"
            options={[
              { value: NOBODY, label: "None" },
              ...PROVIDER_OPTIONS.filter(({ value }) => value !== primary),
            ]}
          />
        )}
      </div>
    </Form>
  );
}
