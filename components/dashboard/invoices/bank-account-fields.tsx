"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { BankAccount } from "@/server/invoices/schema";
import { isBic, isIban } from "@/server/lib/iban";

/** What is typed of a bank account; empty where there is none. */
export type BankAccountValues = Record<keyof BankAccount, string>;

/** A bank account as it is typed; of none, empty fields. */
export function bankAccountValues(account: BankAccount | undefined): BankAccountValues {
  return { holder: "", iban: "", bic: "", ...account };
}

/** Account numbers are typed in groups and in any letter case. */
const withoutBlanks = (text: string) => text.replace(/\s/g, "").toUpperCase();

/** A bank account as the API takes it; undefined where none is typed. */
export function bankAccountOf({ holder, iban, bic }: BankAccountValues): BankAccount | undefined {
  if (isEmpty({ holder, iban, bic })) return undefined;
  const code = withoutBlanks(bic);
  return { holder: holder.trim(), iban: withoutBlanks(iban), ...(code === "" ? {} : { bic: code }) };
}

const isEmpty = (values: BankAccountValues) => Object.values(values).every((text) => text.trim() === "");

interface BankAccountFieldsProps {
  values: BankAccountValues;
  onChange: (values: BankAccountValues) => void;
}

/** Where invoices without a payment link are paid. A wrong digit is said at once: a payment to it would go astray. */
export function BankAccountFields({ values, onChange }: BankAccountFieldsProps) {
  const isNeeded = !isEmpty(values);
  const iban = withoutBlanks(values.iban);
  const bic = withoutBlanks(values.bic);
  const input = (field: keyof BankAccount, max: number, required: boolean) => ({
    maxLength: max,
    autoComplete: "off",
    required,
    value: values[field],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...values, [field]: target.value }),
  });
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-2 font-medium">Bank account, for invoices without a payment link</legend>
      <Field label="Account holder" isOptional={!isNeeded} className="sm:col-span-2">
        {(control) => <Input {...control} {...input("holder", 70, isNeeded)} />}
      </Field>
      <Field
        label="IBAN"
        isOptional={!isNeeded}
        error={
          iban.length >= 15 && !isIban(iban) ? "The check digits do not fit: compare it again." : undefined
        }
      >
        {(control) => <Input {...control} {...input("iban", 60, isNeeded)} spellCheck={false} />}
      </Field>
      <Field
        label="BIC"
        isOptional
        error={bic.length >= 8 && !isBic(bic) ? "A BIC has 8 or 11 letters and digits." : undefined}
      >
        {(control) => <Input {...control} {...input("bic", 20, false)} spellCheck={false} />}
      </Field>
    </fieldset>
  );
}
