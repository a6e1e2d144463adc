"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { Controller, type Resolver, useForm, useWatch } from "react-hook-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast";
import type { OperationId } from "@/server/auth/operations/operations";
import { CONTACT_LENGTH } from "@/server/branding/contact";
import { type Branding, BrandingBody } from "@/server/branding/schema";
import { showFailure } from "../api/show-failure";
import { Allowed } from "../roles/allowed";
import { BRANDING_COLORS } from "./branding-colors";
import { BrandingPreview } from "./branding-preview";
import { ColorField } from "./color-field";
import { LogoField } from "./logo-field";

const FILES = [
  { name: "termsPath", label: "Terms file", example: "/branding/terms.html" },
  { name: "privacyPath", label: "Privacy file", example: "/branding/privacy.html" },
] as const;

const check = zodResolver(BrandingBody);

/** What is left empty is not set. */
const resolver: Resolver<BrandingBody> = (values, context, options) =>
  check(withoutEmpty(values), context, options);

interface BrandingEditorProps {
  stored: Branding | null;
  onSave: (body: BrandingBody) => Promise<Branding>;
  onRemove: () => Promise<unknown>;
  /** What `onRemove` asks for. */
  removal: OperationId;
  /** A partner's page does not name us unless that is switched on (OB-05). */
  isOfPartner?: boolean;
}

/** Changes a branding beside a picture of what it does. An empty field is the page's own look. */
export function BrandingEditor(props: BrandingEditorProps) {
  const { stored, onSave, onRemove, removal, isOfPartner = false } = props;
  const toast = useToast();
  const form = useForm<BrandingBody>({
    resolver,
    mode: "onBlur",
    defaultValues: editable(stored, isOfPartner),
  });
  const shown = useWatch({ control: form.control });
  const save = useMutation({
    mutationFn: onSave,
    onSuccess: (branding) => {
      form.reset(editable(branding, isOfPartner));
      toast("Branding saved. Links show it at once.");
    },
  });
  const remove = useMutation({
    mutationFn: onRemove,
    onSuccess: () => {
      form.reset(editable(null, isOfPartner));
      toast("Branding removed.");
    },
    onError: (error) => showFailure(form, error),
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const send = form.handleSubmit((body) =>
    save.mutateAsync(body).then(
      () => {},
      (error: unknown) => showFailure(form, error),
    ),
  );
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <form onSubmit={send} noValidate className="grid content-start gap-5">
        <Field
          label="Shown as"
          hint="Stands on the payment page where there is no logo."
          isOptional
          error={errors.displayName?.message}
        >
          {(control) => (
            <Input {...control} {...form.register("displayName")} maxLength={60} autoComplete="off" />
          )}
        </Field>
        <Field
          label="Contact for payers"
          hint="An e-mail address, or an https:// page of yours. Payers see it in small print, where they may need help, and on receipts."
          isOptional
          error={errors.contact?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register("contact")}
              maxLength={CONTACT_LENGTH}
              autoComplete="off"
              inputMode="email"
            />
          )}
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          {BRANDING_COLORS.map(({ name, label }) => (
            <ColorField key={name} label={label} name={name} form={form} />
          ))}
        </div>
        <Controller
          control={form.control}
          name="logoPath"
          render={({ field }) => (
            <LogoField value={field.value ?? ""} error={errors.logoPath?.message} onChange={field.onChange} />
          )}
        />
        {FILES.map(({ name, label, example }) => (
          <Field
            key={name}
            label={label}
            isOptional
            hint={
              <>
                A file that the operator put there, such as <code>{example}</code>
              </>
            }
            error={errors[name]?.message}
          >
            {(control) => <Input {...control} {...form.register(name)} autoComplete="off" />}
          </Field>
        ))}
        <Checkbox {...form.register("displayRequestBranding")} label="Say who runs the payment page" />
        {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" disabled={!isDirty} isPending={isSubmitting}>
            Save branding
          </Button>
          {stored && (
            <Allowed to={removal}>
              <Button variant="ghost" isPending={remove.isPending} onClick={() => remove.mutate()}>
                Back to the page's own look
              </Button>
            </Allowed>
          )}
        </div>
      </form>
      <BrandingPreview branding={shown} isOfPartner={isOfPartner} />
    </div>
  );
}

/** What is stored, without what is not the merchant's to change. */
function editable(branding: Branding | null, isOfPartner: boolean): BrandingBody {
  const { id: _id, clientIdId: _client, orchestratorId: _orchestrator, ...own } = branding ?? { id: "" };
  return {
    displayName: "",
    contact: "",
    pageBackgroundColor: "",
    cardBackgroundColor: "",
    primaryActionColor: "",
    primaryTextColor: "",
    secondaryTextColor: "",
    logoPath: "",
    termsPath: "",
    privacyPath: "",
    displayRequestBranding: !isOfPartner,
    ...own,
  };
}

function withoutEmpty(values: BrandingBody): BrandingBody {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
}
