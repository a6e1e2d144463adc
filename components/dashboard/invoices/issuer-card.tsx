"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast";
import type { InvoiceIssuer } from "@/server/invoices/schema";
import { groupedIban } from "@/server/lib/iban";
import { DialogButton } from "../forms/dialog-button";
import { MutationForm } from "../forms/mutation-form";
import { useMerchant } from "../session/merchant";
import { ReadFailed } from "../shared/read-failed";
import { BankAccountFields, bankAccountOf, bankAccountValues } from "./bank-account-fields";
import { NO_PARTY, PartyFields, partyOf } from "./party-fields";
import { useIssuer } from "./queries";

/** Who issues the invoices, and how they are numbered. */
export function IssuerCard() {
  const { data, error, refetch } = useIssuer();
  return (
    <Card
      title="Issuer"
      description="Stands on invoices that are issued from now on. Those that are issued stay as they are."
    >
      {error && data === undefined && <ReadFailed error={error} onRetry={refetch} />}
      {data !== undefined && (
        <div className="flex flex-wrap items-start justify-between gap-4 text-sm">
          {data === null ? (
            <p className="text-muted">Nothing is known yet about who issues the invoices.</p>
          ) : (
            <div className="min-w-0">
              <p className="font-medium break-words">{data.details.name}</p>
              <p className="text-muted">
                {[data.details.city, data.details.country, data.details.vatId].filter(Boolean).join(", ")}
              </p>
              {data.details.bankAccount && (
                <p className="text-muted">
                  IBAN <span className="whitespace-nowrap">{groupedIban(data.details.bankAccount.iban)}</span>
                </p>
              )}
              <p className="mt-2 text-muted">
                Invoices {data.invoicePattern}…, credit notes {data.creditNotePattern}…, {data.timeZone}
              </p>
            </div>
          )}
          <DialogButton
            operation="putInvoiceIssuer"
            size="sm"
            text={data === null ? "Say who issues them" : "Change"}
            title="Issuer of invoices"
            description="What the law of your country wants to know of you on an invoice."
          >
            {(close) => <IssuerForm stored={data} onClose={close} />}
          </DialogButton>
        </div>
      )}
    </Card>
  );
}

function IssuerForm({ stored, onClose }: { stored: InvoiceIssuer | null; onClose: () => void }) {
  const { api } = useMerchant();
  const toast = useToast();
  const { bankAccount, ...party }: Partial<InvoiceIssuer["details"]> = stored?.details ?? {};
  const [details, setDetails] = useState({ ...NO_PARTY, ...party });
  const [account, setAccount] = useState(bankAccountValues(bankAccount));
  const [settings, setSettings] = useState({
    invoicePattern: stored?.invoicePattern ?? "INV-{year}-",
    creditNotePattern: stored?.creditNotePattern ?? "CN-{year}-",
    firstNumber: String(stored?.firstNumber ?? 1),
    timeZone: stored?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const save = useMutation({
    mutationFn: () =>
      api<InvoiceIssuer>("PUT", "/v2/invoice-issuer", {
        body: {
          ...settings,
          firstNumber: Number(settings.firstNumber),
          details: { ...partyOf(details), bankAccount: bankAccountOf(account) },
        },
      }),
    onSuccess: () => {
      toast("Saved. It stands on invoices issued from now on.");
      onClose();
    },
  });
  const fields: readonly [field: keyof typeof settings, label: string, hint: string][] = [
    ["invoicePattern", "Before the number of an invoice", "{year} stands for the year."],
    ["creditNotePattern", "Before the number of a credit note", "As above."],
    ["firstNumber", "First number", "Of a series that has none yet."],
    ["timeZone", "Time zone", "Whose days stand on invoices."],
  ];
  return (
    <MutationForm mutation={save} onSubmit={() => save.mutate()} submit="Save" onCancel={onClose}>
      <PartyFields values={details} onChange={setDetails} />
      <BankAccountFields values={account} onChange={setAccount} />
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map(([field, label, hint]) => (
          <Field key={field} label={label} hint={hint}>
            {(control) => (
              <Input
                {...control}
                required
                autoComplete="off"
                inputMode={field === "firstNumber" ? "numeric" : undefined}
                pattern={field === "firstNumber" ? "[0-9]+" : undefined}
                value={settings[field]}
                onChange={({ target }) => setSettings({ ...settings, [field]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </MutationForm>
  );
}
