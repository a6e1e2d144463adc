"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { useToast } from "@/components/ui/toast";
import type { FeeConfig } from "@/server/fees/configs/schema";
import { Form } from "../../forms/form";
import { SelectField, TextField } from "../../forms/form-fields";
import { AddressField } from "../../forms/payment-fields";
import { submitting } from "../../forms/submitting";
import { useMerchant } from "../../session/merchant";
import { bearerWords, bpsOf } from "./fee-words";

const Values = z
  .object({
    kind: z.string(),
    percent: z.string().refine((text) => bpsOf(text) !== null, "A percentage from 0 to 100, such as 1.5"),
    usdCap: z.string().trim(),
    evmRecipientAddress: z.string().trim(),
    tronRecipientAddress: z.string().trim(),
  })
  .refine(({ evmRecipientAddress: evm, tronRecipientAddress: tron }) => evm !== "" || tron !== "", {
    path: ["evmRecipientAddress"],
    message: "Give at least one address: a network without one charges no fee",
  });

const KINDS = (["incoming", "outgoing"] as const).flatMap((flow) =>
  (["recipient", "payer"] as const).map((feeBearer) => ({
    value: `${flow} ${feeBearer}`,
    flow,
    feeBearer,
    label: `${flow === "incoming" ? "Payments to platforms" : "Payments by platforms"}: ${bearerWords({ flow, feeBearer }).toLowerCase()}`,
  })),
);

interface FeeFormProps {
  /** Null for a new one. */
  stored: FeeConfig | null;
  /** Whose fee it is; undefined for the default. */
  clientId: string | undefined;
  onDone: () => void;
}

/** What is taken, of which payments, and where it goes. Kind and bearer of a fee never change. */
export function FeeForm({ stored, clientId, onDone }: FeeFormProps) {
  const { api } = useMerchant();
  const toast = useToast();
  const form = useForm<z.infer<typeof Values>>({
    resolver: zodResolver(Values),
    defaultValues: {
      kind: stored ? `${stored.flow} ${stored.feeBearer}` : (KINDS[0]?.value ?? ""),
      percent: stored ? String(stored.bps / 100) : "",
      usdCap: stored?.usdCap ?? "",
      evmRecipientAddress: stored?.evmRecipientAddress ?? "",
      tronRecipientAddress: stored?.tronRecipientAddress ?? "",
    },
  });
  const save = useMutation({
    mutationFn: (body: object) =>
      stored
        ? api<FeeConfig>("PATCH", `/v2/orchestrators/fee-configs/${stored.id}`, { body })
        : api<FeeConfig>("POST", "/v2/orchestrators/fee-configs", { body }),
    onSuccess: () => {
      toast("Fee saved. Links created from now on carry it.");
      onDone();
    },
  });
  const send = submitting(
    form,
    async ({ kind, percent, ...rest }) => {
      const chosen = KINDS.find(({ value }) => value === kind);
      const texts = Object.entries(rest).map(([name, text]) => [name, text === "" ? null : text]);
      const body = {
        bps: bpsOf(percent),
        ...Object.fromEntries(texts),
        ...(stored || !chosen ? {} : { flow: chosen.flow, feeBearer: chosen.feeBearer }),
        ...(clientId === undefined ? {} : { clientId }),
      };
      await save.mutateAsync(body);
    },
    { bps: "percent", flow: "kind", feeBearer: "kind" },
  );
  return (
    <Form form={form} onSubmit={send} submit="Save fee" onCancel={onDone}>
      <SelectField label="Of" form={form} name="kind" disabled={stored !== null} options={KINDS} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Percent" form={form} name="percent" inputMode="decimal" />
        <TextField
          label="At most, in USD"
          isOptional
          hint="Per payment."
          form={form}
          name="usdCap"
          inputMode="decimal"
        />
      </div>
      <AddressField
        label="Paid to, on EVM networks"
        isOptional
        hint="The fee goes there in the payment's own transaction."
        form={form}
        name="evmRecipientAddress"
      />
      <AddressField label="Paid to, on Tron" isOptional form={form} name="tronRecipientAddress" />
    </Form>
  );
}
