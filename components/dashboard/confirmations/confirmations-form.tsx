"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useToast } from "@/components/ui/toast";
import type {
  ConfirmationsBody,
  ConfirmationsSettings,
} from "@/server/dashboard/account/confirmations-schema";
import type { ConfirmationTiers } from "@/server/platforms/confirmations/schema";
import { Form } from "../forms/form";
import { SelectField, TextField } from "../forms/form-fields";
import { submitting } from "../forms/submitting";
import { useMerchant } from "../session/merchant";
import { ConfirmationValues, tiersOf, valuesOf } from "./confirmation-values";

/** Whose tiers they are: the account's, or the active destination's. */
export type ConfirmationsLevel = keyof ConfirmationsSettings;

const NOTHING = { account: "As each network asks for", destination: "As the account says" } as const;
const DEPTH_HINT = "Empty: once its block is final.";

interface ConfirmationsFormProps {
  level: ConfirmationsLevel;
  stored: ConfirmationTiers | null;
  onDone: () => void;
}

/** Up to two sums, the confirmations up to each of them, and those above. */
export function ConfirmationsForm({ level, stored, onDone }: ConfirmationsFormProps) {
  const { api } = useMerchant();
  const toast = useToast();
  const form = useForm<ConfirmationValues>({
    resolver: zodResolver(ConfirmationValues),
    defaultValues: valuesOf(stored),
  });
  const save = useMutation({
    mutationFn: (body: ConfirmationsBody) =>
      api<ConfirmationsSettings>("PUT", "/v1/dashboard/confirmations", { body }),
    onSuccess: () => {
      toast("Saved. It holds for requests and links created from now on.");
      onDone();
    },
  });
  const send = submitting(form, (values) => save.mutateAsync({ [level]: tiersOf(values) }), {});
  const depth = { form, hint: DEPTH_HINT, inputMode: "numeric" } as const;
  return (
    <Form form={form} onSubmit={send} submit="Save" onCancel={onDone}>
      <SelectField
        label="Payments count"
        form={form}
        name="by"
        options={[
          { value: "none", label: NOTHING[level] },
          { value: "amount", label: "By amount" },
        ]}
      />
      {form.watch("by") === "amount" && (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Small: up to, in USD"
            hint="Empty: no such line."
            form={form}
            name="smallUpTo"
            inputMode="decimal"
            placeholder="100"
          />
          <TextField label="Confirmations of small ones" {...depth} name="small" placeholder="1" />
          <TextField
            label="Medium: up to, in USD"
            hint="Empty: no such line."
            form={form}
            name="mediumUpTo"
            inputMode="decimal"
            placeholder="10000"
          />
          <TextField label="Confirmations of medium ones" {...depth} name="medium" placeholder="12" />
          <div className="sm:col-start-2">
            <TextField label="Confirmations of all others" {...depth} name="others" />
          </div>
        </div>
      )}
    </Form>
  );
}
