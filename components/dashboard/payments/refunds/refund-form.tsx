"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import type { AskedRefund } from "@/components/pay/safety/refund/compare-refund";
import { shorten } from "@/components/ui/address";
import { type Token, tokenById } from "@/server/currencies/tokens";
import { AmountError, parseAmount } from "@/server/lib/amount";
import type { RefundsListed } from "@/server/requests/refunds/schema";
import { FormEnd } from "../../forms/form-end";
import { SelectField, TextField } from "../../forms/form-fields";

type Receiver = RefundsListed["receivers"][number];

interface RefundFormProps {
  currency: string;
  /** To whom something can go back; at least one. */
  receivers: readonly Receiver[];
  /** What the field begins with; null for all that can go back to the first of them. */
  suggested: string | null;
  error: string | undefined;
  isPending: boolean;
  onCancel: () => void;
  onAsk: (asked: AskedRefund) => void;
}

/** How much goes back, and to whom. */
export function RefundForm(props: RefundFormProps) {
  const { currency, receivers, suggested, error, isPending, onCancel, onAsk } = props;
  const token = tokenById(currency);
  const [first] = receivers;
  const resolver = useMemo(() => zodResolver(valuesOf(token, receivers)), [token, receivers]);
  const form = useForm({
    resolver,
    defaultValues: { receiver: first?.receiver ?? "", amount: suggested ?? first?.refundableAmount ?? "" },
  });
  const chosen = receivers.find(({ receiver }) => receiver === form.watch("receiver")) ?? first;
  const submit = form.handleSubmit(({ receiver, amount }) => onAsk({ receiver, amount, currency }));
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <SelectField
        label="To"
        form={form}
        name="receiver"
        options={receivers.map(({ receiver, receiverIs }) => ({
          value: receiver,
          label: `${shorten(receiver)} · ${receiverIs === "payer" ? "wallet that paid" : "address that the payer named"}`,
        }))}
      />
      <TextField
        label={`Amount in ${token?.symbol ?? currency}`}
        hint={chosen && `At most ${chosen.refundableAmount}. Fees are not sent back.`}
        form={form}
        name="amount"
        inputMode="decimal"
      />
      <FormEnd error={error} submit="Continue" isPending={isPending} onCancel={onCancel} />
    </form>
  );
}

function valuesOf(token: Token | undefined, receivers: readonly Receiver[]) {
  return z
    .object({ receiver: z.string(), amount: z.string().trim() })
    .superRefine(({ receiver, amount }, check) => {
      const most = receivers.find((one) => one.receiver === receiver)?.refundableAmount ?? "0";
      const problem = wrongWith(amount, most, token?.decimals ?? 0);
      if (problem) check.addIssue({ code: "custom", message: problem, path: ["amount"] });
    });
}

function wrongWith(amount: string, most: string, decimals: number): string | null {
  try {
    return parseAmount(amount, decimals) > parseAmount(most, decimals)
      ? `No more than ${most} can be sent back`
      : null;
  } catch (error) {
    if (error instanceof AmountError) return "Type an amount above 0, as 12.50";
    throw error;
  }
}
