"use client";

import type { UseFormReturn } from "react-hook-form";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { SelectField } from "../../forms/form-fields";
import { POLICY_PROVIDER_OPTIONS } from "../../shared/screening-providers";
import type { RequestValues } from "./request-values";

const MODES = [
  { value: "inherit", label: "As my destination says" },
  { value: "off", label: "No screening" },
  { value: "kyt_all_wallets", label: "Screen every wallet" },
];

/** Who may see and pay the link. Fixed once the request is created (AP-08). */
export function AccessFields({ form }: { form: UseFormReturn<RequestValues> }) {
  const { register, watch, formState } = form;
  const { errors } = formState;
  const [isRestricted, screening] = watch(["isRestricted", "screening"]);
  return (
    <Card title="Who may pay" description="Anybody with the link, unless you say otherwise">
      <div className="grid gap-5">
        <Checkbox
          {...register("isRestricted")}
          isSwitch
          label="Only certain wallets"
          hint="Another wallet is turned away, and what it sends all the same is not credited."
        />
        {isRestricted && (
          <Field
            label="Allowed wallets"
            hint="One address per line. They cannot be changed later."
            error={errors.allowedPayers?.message}
          >
            {(control) => (
              <Textarea
                {...control}
                {...register("allowedPayers")}
                rows={4}
                spellCheck={false}
                className="font-mono text-xs"
              />
            )}
          </Field>
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField label="Screening" form={form} name="screening" options={MODES} />
          {screening === "kyt_all_wallets" && (
            <SelectField
              label="Screening provider"
              form={form}
              name="screeningProvider"
              options={POLICY_PROVIDER_OPTIONS}
            />
          )}
        </div>
        <Checkbox
          {...register("hideUntilApproved")}
          label="Hide amount and recipient until the wallet is approved"
        />
        <Checkbox {...register("hidePayeeAddress")} label="Hide my wallet address on the page" />
      </div>
    </Card>
  );
}
