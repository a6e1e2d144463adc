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
import { InvoicePreview } from "./invoice-preview";
import { LineFields, type LineValues, lineOf, NO_LINE } from "./line-fields";
import { NO_PARTY, PartyFields, partyOf } from "./party-fields";
import { useIssuer } from "./queries";
import { totalInWords } from "./total-in-words";

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
    (stored?.written.lines ?? [NO_LINE]).map((line, index) => ({
      ...NO_LINE,
      ...line,
      key: index,
    })),
  );
  const [written, setWritten] = useState({
    currency: stored?.written.currency ?? "EUR",
    prices: stored?.written.prices ?? ("net" as const),
    language: stored?.written.language ?? ("en" as const),
    requestId: stored?.written.requestId ?? "",
    dueOn: stored?.written.dueOn ?? "",
    deliveredOn: stored?.written.deliveredOn ?? "",
    buyerReference: stored?.written.buyerReference ?? "",
    notes: stored?.written.notes ?? "",
  });
  const { data: issuer = null } = useIssuer();
  const body: InvoiceBody = {
    ...written,
    requestId: written.requestId.trim() || null,
    dueOn: written.dueOn || null,
    deliveredOn: written.deliveredOn || null,
    lines: lines.map(({ key: _, ...line }) => lineOf(line)),
    buyerReference: written.buyerReference.trim() || undefined,
    customer: partyOf(customer),
  };
  const save = useMutation({
    mutationFn: () =>
      stored
        ? api<Invoice>("PUT", `/v2/invoices/${stored.id}`, { body })
        : api<Invoice>("POST", "/v2/invoices", { body }),
    onSuccess: (draft) => {
      toast(`Saved as a draft over ${totalInWords(draft)}.`);
      onClose();
    },
  });
  const setLine = (key: number, change: Partial<LineValues>) =>
    setLines(lines.map((line) => (line.key === key ? { ...line, ...change } : line)));
  const currencies = CURRENCIES.includes(written.currency) ? CURRENCIES : [...CURRENCIES, written.currency];
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
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
            <LineFields
              key={line.key}
              line={line}
              number={index + 1}
              change={(values) => setLine(line.key, values)}
              onRemove={lines.length > 1 ? () => setLines(lines.filter(({ key }) => key !== line.key)) : null}
            />
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
        <Field label="Reference of the customer" hint="Of an authority in Germany: Leitweg-ID." isOptional>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              maxLength={100}
              value={written.buyerReference}
              onChange={({ target }) => setWritten({ ...written, buyerReference: target.value })}
            />
          )}
        </Field>
        <Field label="Delivered on" isOptional>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={written.deliveredOn}
              onChange={({ target }) => setWritten({ ...written, deliveredOn: target.value })}
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
      <div className="lg:sticky lg:top-6 lg:self-start">
        <InvoicePreview body={body} issuer={issuer} />
      </div>
    </div>
  );
}
