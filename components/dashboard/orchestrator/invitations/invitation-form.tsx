"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useFieldArray, useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { Plus } from "@/components/icons/icons";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { LinkIntentCreated } from "@/server/platforms/orchestrators/intents-schema";
import { showFailure } from "../../api/show-failure";
import { DomainFields } from "../../client-ids/domain-fields";
import { useMerchant } from "../../session/merchant";
import { PROVIDER_NAMES } from "../provider-names";

const MAX_DOMAINS = 10;

const PROVIDERS = Object.entries(PROVIDER_NAMES).map(([value, label]) => ({ value, label }));
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
  const { errors, isSubmitting } = form.formState;
  const send = form.handleSubmit(async ({ clientIdName, externalId, allowedDomains, ...plan }) => {
    const origins = allowedDomains.map(({ value }) => value.trim()).filter((domain) => domain !== "");
    const providers = [plan.primary, plan.backup === plan.primary ? NOBODY : plan.backup]
      .filter((provider) => provider !== NOBODY)
      .map((provider) => ({ provider }));
    const body = {
      clientIdName,
      ...(origins.length > 0 ? { domains: origins } : {}),
      ...(externalId === "" ? {} : { externalId }),
      ...(plan.primary === NOBODY ? {} : { kyt: { providers } }),
    };
    try {
      onCreated((await create.mutateAsync(body)).url);
    } catch (error) {
      showFailure(form, error, { domains: "allowedDomains", kyt: "primary" });
    }
  });
  return (
    <form onSubmit={send} noValidate className="grid gap-5">
      <Field
        label="Name"
        hint="Of the platform's new client ID. The platform sees it too."
        error={errors.clientIdName?.message}
      >
        {(control) => (
          <Input {...control} {...form.register("clientIdName")} maxLength={100} autoComplete="off" />
        )}
      </Field>
      <Field
        label="Your own ID of the platform"
        isOptional
        hint="Comes back in the event client_id.linked."
        error={errors.externalId?.message}
      >
        {(control) => (
          <Input {...control} {...form.register("externalId")} maxLength={255} autoComplete="off" />
        )}
      </Field>
      <fieldset className="grid gap-3">
        <legend className="mb-1.5 text-sm font-medium">Allowed domains</legend>
        <p className="text-sm text-muted">
          Websites that use the client ID from a browser. Leave the list empty for your server.
        </p>
        <DomainFields
          register={form.register}
          errors={errors.allowedDomains}
          fields={domains.fields}
          onRemove={domains.remove}
        />
        {errors.allowedDomains?.message && (
          <p className="text-sm text-danger">{errors.allowedDomains.message}</p>
        )}
        {domains.fields.length < MAX_DOMAINS && (
          <Button size="sm" className="justify-self-start" onClick={() => domains.append({ value: "" })}>
            <Plus aria-hidden="true" />
            Add a domain
          </Button>
        )}
      </fieldset>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Screening"
          hint="What you choose, the platform can only see."
          error={errors.primary?.message}
        >
          {(control) => (
            <Select
              {...control}
              {...form.register("primary")}
              options={[{ value: NOBODY, label: "The platform chooses" }, ...PROVIDERS]}
            />
          )}
        </Field>
        {primary !== NOBODY && (
          <Field
            label="Backup"
            hint="Asked only when the first cannot answer. A rejection is final."
            error={errors.backup?.message}
          >
            {(control) => (
              <Select
                {...control}
                {...form.register("backup")}
                options={[
                  { value: NOBODY, label: "None" },
                  ...PROVIDERS.filter(({ value }) => value !== primary),
                ]}
              />
            )}
          </Field>
        )}
      </div>
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      <div className="flex justify-end gap-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" isPending={isSubmitting}>
          Make the invitation
        </Button>
      </div>
    </form>
  );
}
