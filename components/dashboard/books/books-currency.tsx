"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast";
import { FIAT_CURRENCIES, fiatById } from "@/server/currencies/fiat";
import type { BooksSettings } from "@/server/ledger/worth/schema";
import { DialogButton } from "../forms/dialog-button";
import { MutationForm } from "../forms/mutation-form";
import { useMerchant } from "../session/merchant";
import { monthInWords } from "./month-words";

/** The currency that entries are valued in, and what DATEV knows the account by. */
export function BooksCurrency({ settings }: { settings: BooksSettings }) {
  const { currency, datev } = settings;
  const name = currency === null ? null : (fiatById(currency)?.name ?? currency);
  return (
    <Card
      title="Currency of the books"
      description={
        currency === null
          ? "Name one, and every entry has its worth in it, at the price of its block."
          : "Every entry has its worth in it, at the price of its block."
      }
      action={
        <DialogButton
          operation="putBooksSettings"
          size="sm"
          variant={currency === null ? "primary" : undefined}
          text={currency === null ? "Name the currency" : "Change"}
          title="Currency of the books"
          description="It can be changed until a month has ended."
        >
          {(close) => <CurrencyForm settings={settings} onClose={close} />}
        </DialogButton>
      }
    >
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        <div>
          <dt className="text-muted">Currency</dt>
          <dd className="mt-0.5 font-medium">{name === null ? "Not named" : `${name} (${currency})`}</dd>
        </div>
        {currency === "EUR" && (
          <div>
            <dt className="text-muted">DATEV</dt>
            <dd className="mt-0.5 font-medium">
              {datev === null ? "Not set up" : `Consultant ${datev.consultant}, client ${datev.client}`}
            </dd>
          </div>
        )}
      </dl>
    </Card>
  );
}

const DIGITS = [4, 5, 6, 7, 8];
const MONTHS = Array.from({ length: 12 }, (_, i) => i + 1);

function CurrencyForm({ settings, onClose }: { settings: BooksSettings; onClose: () => void }) {
  const { api } = useMerchant();
  const toast = useToast();
  const [currency, setCurrency] = useState(settings.currency ?? "EUR");
  const [isForDatev, setForDatev] = useState(settings.datev !== null);
  const [datev, setDatev] = useState({
    consultant: settings.datev?.consultant.toString() ?? "",
    client: settings.datev?.client.toString() ?? "",
    accountDigits: settings.datev?.accountDigits ?? 4,
    fiscalYearMonth: settings.datev?.fiscalYearMonth ?? 1,
  });
  const asksDatev = currency === "EUR" && isForDatev;
  const save = useMutation({
    mutationFn: () =>
      api<BooksSettings>("PUT", "/v2/books/settings", {
        body: {
          currency,
          datev: asksDatev
            ? { ...datev, consultant: Number(datev.consultant), client: Number(datev.client) }
            : null,
        },
      }),
    onSuccess: () => {
      toast("The currency of the books is saved.");
      onClose();
    },
  });
  return (
    <MutationForm mutation={save} onSubmit={() => save.mutate()} submit="Save" onCancel={onClose}>
      <Field label="Currency">
        {(control) => (
          <Select
            {...control}
            value={currency}
            onChange={({ target }) => setCurrency(target.value)}
            options={FIAT_CURRENCIES.map(({ id, name }) => ({ value: id, label: `${name} (${id})` }))}
          />
        )}
      </Field>
      {currency === "EUR" && (
        <Checkbox
          label="My accountant uses DATEV"
          checked={isForDatev}
          onChange={({ target }) => setForDatev(target.checked)}
        />
      )}
      {asksDatev && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Number of the consultant" hint="1001 to 9999999.">
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                required
                pattern="[0-9]{4,7}"
                value={datev.consultant}
                onChange={({ target }) => setDatev({ ...datev, consultant: target.value })}
              />
            )}
          </Field>
          <Field label="Number of the client" hint="1 to 99999.">
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                required
                pattern="[0-9]{1,5}"
                value={datev.client}
                onChange={({ target }) => setDatev({ ...datev, client: target.value })}
              />
            )}
          </Field>
          <Field label="Digits of accounts">
            {(control) => (
              <Select
                {...control}
                value={datev.accountDigits.toString()}
                onChange={({ target }) => setDatev({ ...datev, accountDigits: Number(target.value) })}
                options={DIGITS.map((digits) => ({ value: digits.toString(), label: digits.toString() }))}
              />
            )}
          </Field>
          <Field label="Fiscal year begins in">
            {(control) => (
              <Select
                {...control}
                value={datev.fiscalYearMonth.toString()}
                onChange={({ target }) => setDatev({ ...datev, fiscalYearMonth: Number(target.value) })}
                options={MONTHS.map((month) => ({ value: month.toString(), label: nameOf(month) }))}
              />
            )}
          </Field>
        </div>
      )}
    </MutationForm>
  );
}

/** `10` as `October`. */
function nameOf(month: number): string {
  return monthInWords(`2000-${month}`).replace(" 2000", "");
}
