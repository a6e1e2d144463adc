"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { useToast } from "@/components/ui/toast";
import type { Invoice, InvoiceBody } from "@/server/invoices/schema";
import { MutationForm } from "../forms/mutation-form";
import { useMerchant } from "../session/merchant";
import { NO_PARTY, PartyFields, partyOf } from "./party-fields";

const NO_LINE = { description: "", quantity: "1", unitPrice: "", taxRate: "0" };
const LANGUAGES = [
  { value: "en", label: "English" },
  { value: "de", label: "Deutsch" },
  { value: "es", label: "Español" },
  { value: "fr", label: "Français" },
  { value: "pt", label: "Português" },
  { value: "zh", label: "中文" },
  { value: "ar", label: "العربية" },
] as const;
const CURRENCIES = ["EUR", "USD", "GBP", "JPY", "CNY"];

/** Writes a draft, or a stored one anew. */
export function InvoiceForm({ stored, onClose }: { stored: Invoice | null; onClose: () => void }) {
  const { api } = useMerchant();
  const toast = useToast();
  const [customer, setCustomer] = useState({ ...NO_PARTY, ...stored?.customer });
  const [lines, setLines] = useState(
    (stored?.written.lines ?? [NO_LINE]).map((line, index) => ({ ...line, key: index })),
  );
  const [written, setWritten] = useState({
    currency: stored?.written.currency ?? "EUR",
    prices: stored?.written.prices ?? ("net" as const),
    language: stored?.written.language ?? ("en" as const),
    requestId: stored?.written.requestId ?? "",
    dueOn: stored?.written.dueOn ?? "",
    notes: stored?.written.notes ?? "",
  });
  const save = useMutation({
    mutationFn: () => {
      const body: InvoiceBody = {
        ...written,
        requestId: written.requestId.trim() || null,
        dueOn: written.dueOn || null,
        deliveredOn: stored?.written.deliveredOn ?? null,
        lines: lines.map(({ key: _, ...line }) => line),
        customer: partyOf(customer),
      };
      return stored
        ? api<Invoice>("PUT", `/v2/invoices/${stored.id}`, { body })
        : api<Invoice>("POST", "/v2/invoices", { body });
    },
    onSuccess: ({ sums, written: { currency } }) => {
      toast(`Saved as a draft over ${sums.total} ${currency}.`);
      onClose();
    },
  });
  const setLine = (key: number, change: Partial<typeof NO_LINE>) =>
    setLines(lines.map((line) => (line.key === key ? { ...line, ...change } : line)));
  const currencies = CURRENCIES.includes(written.currency) ? CURRENCIES : [...CURRENCIES, written.currency];
  return (
    <MutationForm mutation={save} onSubmit={() => save.mutate()} submit="Save the draft" onCancel={onClose}>
      <fieldset className="grid gap-4">
        <legend className="mb-2 font-medium">Customer</legend>
        <PartyFields values={customer} onChange={setCustomer} />
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Currency" hint="Of a link: what it asks for.">
          {(control) => (
            <Input
              {...control}
              required
              list="invoice-currencies"
              value={written.currency}
              onChange={({ target }) => setWritten({ ...written, currency: target.value })}
            />
          )}
        </Field>
        <datalist id="invoice-currencies">
          {currencies.map((currency) => (
            <option key={currency} value={currency} />
          ))}
        </datalist>
        <Field label="Prices">
          {(control) => (
            <Select
              {...control}
              value={written.prices}
              onChange={({ target }) =>
                setWritten({ ...written, prices: target.value === "gross" ? "gross" : "net" })
              }
              options={[
                { value: "net", label: "Without tax" },
                { value: "gross", label: "With tax" },
              ]}
            />
          )}
        </Field>
        <Field label="Language">
          {(control) => (
            <Select
              {...control}
              value={written.language}
              onChange={({ target }) =>
                setWritten({
                  ...written,
                  language: LANGUAGES.find(({ value }) => value === target.value)?.value ?? "en",
                })
              }
              options={LANGUAGES}
            />
          )}
        </Field>
      </div>
      <fieldset className="grid gap-4">
        <legend className="mb-2 font-medium">Lines</legend>
        {lines.map((line, index) => (
          <div key={line.key} className="grid gap-3 rounded-md bg-sunken p-3 sm:grid-cols-6">
            <Field label="Description" className="sm:col-span-6">
              {(control) => (
                <Input
                  {...control}
                  required
                  maxLength={1_000}
                  value={line.description}
                  onChange={({ target }) => setLine(line.key, { description: target.value })}
                />
              )}
            </Field>
            <Amount
              label="Quantity"
              value={line.quantity}
              onChange={(quantity) => setLine(line.key, { quantity })}
            />
            <Amount
              label="Unit price"
              value={line.unitPrice}
              onChange={(unitPrice) => setLine(line.key, { unitPrice })}
            />
            <Amount
              label="Tax %"
              value={line.taxRate}
              onChange={(taxRate) => setLine(line.key, { taxRate })}
            />
            {lines.length > 1 && (
              <Button
                size="sm"
                className="justify-self-start sm:col-span-6"
                aria-label={`Remove line ${index + 1}`}
                onClick={() => setLines(lines.filter(({ key }) => key !== line.key))}
              >
                Remove
              </Button>
            )}
          </div>
        ))}
        <Button
          size="sm"
          className="justify-self-start"
          onClick={() =>
            setLines([...lines, { ...NO_LINE, key: Math.max(...lines.map(({ key }) => key)) + 1 }])
          }
        >
          Add a line
        </Button>
      </fieldset>
      <Field label="Request that it is paid by" hint="ID of the request of a payment link." isOptional>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={written.requestId}
            onChange={({ target }) => setWritten({ ...written, requestId: target.value })}
          />
        )}
      </Field>
      <Field label="Due on" isOptional>
        {(control) => (
          <Input
            {...control}
            type="date"
            value={written.dueOn}
            onChange={({ target }) => setWritten({ ...written, dueOn: target.value })}
          />
        )}
      </Field>
      <Field label="Notes" isOptional>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={4_000}
            value={written.notes}
            onChange={({ target }) => setWritten({ ...written, notes: target.value })}
          />
        )}
      </Field>
    </MutationForm>
  );
}

function Amount({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={label} className="sm:col-span-2">
      {(control) => (
        <Input
          {...control}
          required
          inputMode="decimal"
          pattern="[0-9]+(\.[0-9]+)?"
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
