"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { useToast } from "@/components/ui/toast";
import type { UnderpaymentBody, UnderpaymentSettings } from "@/server/dashboard/account/underpayment-schema";
import { UnderpaymentPolicy } from "@/server/platforms/underpayment/schema";
import { Form } from "../forms/form";
import { SelectField, TextField } from "../forms/form-fields";
import { submitting } from "../forms/submitting";
import { useMerchant } from "../session/merchant";

/** Whose policy it is: the account's, or the active destination's. */
export type UnderpaymentLevel = keyof UnderpaymentSettings;

const percent = z
  .string()
  .refine(
    (text) => UnderpaymentPolicy.shape.percent.safeParse(text).success,
    "Enter a number above 0, at most 10, with at most 4 decimals.",
  );
const cap = z
  .string()
  .refine((text) => UnderpaymentPolicy.shape.cap.safeParse(text).success, "Enter a number above 0.");
const Values = z.discriminatedUnion("for", [
  z.object({ for: z.literal("none"), percent: z.string(), cap: z.string() }),
  z.object({ for: UnderpaymentPolicy.shape.for, percent, cap }),
]);

const NOTHING = { account: "No payments", destination: "As the account says" } as const;

interface UnderpaymentFormProps {
  level: UnderpaymentLevel;
  stored: UnderpaymentPolicy | null;
  onDone: () => void;
}

/** How much may be missing, and of which payments. */
export function UnderpaymentForm({ level, stored, onDone }: UnderpaymentFormProps) {
  const { api } = useMerchant();
  const toast = useToast();
  const form = useForm<z.infer<typeof Values>>({
    resolver: zodResolver(Values),
    defaultValues: stored ?? { for: "none", percent: "", cap: "" },
  });
  const save = useMutation({
    mutationFn: (body: UnderpaymentBody) =>
      api<UnderpaymentSettings>("PUT", "/v1/dashboard/underpayment", { body }),
    onSuccess: () => {
      toast("Saved. It holds for requests and links created from now on.");
      onDone();
    },
  });
  const send = submitting(
    form,
    (values) => save.mutateAsync({ [level]: values.for === "none" ? null : values }),
    { [`${level}.percent`]: "percent", [`${level}.cap`]: "cap" },
  );
  return (
    <Form form={form} onSubmit={send} submit="Save" onCancel={onDone}>
      <SelectField
        label="Tolerated for"
        form={form}
        name="for"
        options={[
          { value: "none", label: NOTHING[level] },
          { value: "deposits", label: "Plain transfers to deposit addresses" },
          { value: "all", label: "All payments" },
        ]}
      />
      {form.watch("for") !== "none" && (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Percent of the amount"
            hint="10 at most."
            form={form}
            name="percent"
            inputMode="decimal"
            placeholder="0.5"
          />
          <TextField
            label="At most, in USD"
            hint="Never more than that is missing."
            form={form}
            name="cap"
            inputMode="decimal"
            placeholder="5"
          />
        </div>
      )}
    </Form>
  );
}
