"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast";
import { ACCOUNT_FACTS, type LedgerAccount } from "@/server/ledger/accounts";
import {
  accountNameProblem,
  DATEV_DIGITS,
  MAX_NAME,
  type Program,
} from "@/server/ledger/exports/names/account-names";
import { CHARTS, type Chart, suggestedNumber } from "@/server/ledger/exports/names/suggested-numbers";
import type { AccountMapping } from "@/server/ledger/exports/schema";
import type { BooksSettings } from "@/server/ledger/worth/schema";
import { messageOf } from "../../api/api-failure";
import { Choice } from "../../lists/list-fields";
import { useMerchant } from "../../session/merchant";
import { ACCOUNTS, accountInWords } from "./account-words";
import { TokenNames } from "./token-names";

type Names = Readonly<Record<string, string>>;

const PROGRAM_WORDS: readonly { value: Program; label: string }[] = [
  { value: "datev", label: "DATEV" },
  { value: "quickbooks", label: "QuickBooks Desktop" },
  { value: "other", label: "Another program" },
];

interface AccountsFormProps {
  stored: Names;
  datev: BooksSettings["datev"];
}

/** A name for each account, checked for one program. An empty field leaves the account its own name. */
export function AccountsForm({ stored, datev }: AccountsFormProps) {
  const { api } = useMerchant();
  const toast = useToast();
  const [program, setProgram] = useState<Program>(datev === null ? "other" : "datev");
  const [chart, setChart] = useState<Chart>("SKR03");
  const [names, setNames] = useState<Names>(stored);
  const digits = datev?.accountDigits ?? DATEV_DIGITS;
  const accounts = filled(names);
  const problemOf = (key: string) => {
    const name = accounts[key];
    return name === undefined ? null : accountNameProblem(program, name, digits);
  };
  const wrong = Object.keys(accounts).filter((key) => problemOf(key) !== null);
  const save = useMutation({
    mutationFn: () => api<AccountMapping>("PUT", "/v2/books/accounts", { body: { accounts, program } }),
    onSuccess: (saved) => {
      setNames(saved.accounts);
      toast("The names are saved.");
    },
  });
  const setName = (key: string, name: string) => setNames({ ...names, [key]: name });
  const suggest = () => {
    const suggested = Object.fromEntries(
      ACCOUNTS.map((account) => [account, suggestedNumber(chart, account, digits).number]),
    );
    setNames({ ...suggested, ...accounts });
  };
  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (wrong.length === 0 && !save.isPending) save.mutate();
      }}
    >
      <div className="grid items-end gap-4 sm:grid-cols-3">
        <Choice
          label="Program"
          value={program}
          onChange={(value) => setProgram(PROGRAM_WORDS.find((one) => one.value === value)?.value ?? "other")}
          options={[...PROGRAM_WORDS]}
        />
        {program === "datev" && (
          <>
            <Choice
              label="Chart of accounts"
              value={chart}
              onChange={(value) => setChart(CHARTS.find((one) => one === value) ?? "SKR03")}
              options={CHARTS.map((one) => ({ value: one, label: one }))}
            />
            <Button onClick={suggest}>Fill empty fields with {chart}</Button>
          </>
        )}
      </div>
      {program === "datev" && (
        <Alert tone="info">
          Numbers of {chart} are suggestions, and none of them computes a tax. Ask your tax consultant which
          to use.
        </Alert>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        {ACCOUNTS.map((account) => (
          <AccountField
            key={account}
            account={account}
            hint={hintOf(account, program === "datev" ? suggestedNumber(chart, account, digits) : null)}
            value={names[account] ?? ""}
            problem={problemOf(account)}
            onChange={(name) => setName(account, name)}
          />
        ))}
      </div>
      <TokenNames names={names} onChange={setNames} problemOf={problemOf} />
      {save.error && <Alert tone="danger">{messageOf(save.error)}</Alert>}
      <div className="flex flex-wrap items-center justify-end gap-3">
        {wrong.length > 0 && (
          <p className="text-sm text-danger">
            {wrong.length === 1 ? "One name has" : `${wrong.length} names have`} to be changed first.
          </p>
        )}
        <Button type="submit" variant="primary" isPending={save.isPending}>
          Save names
        </Button>
      </div>
    </form>
  );
}

interface AccountFieldProps {
  account: LedgerAccount;
  hint: string;
  value: string;
  problem: string | null;
  onChange: (name: string) => void;
}

function AccountField({ account, hint, value, problem, onChange }: AccountFieldProps) {
  return (
    <Field label={accountInWords(account)} hint={hint} error={problem ?? undefined} isOptional>
      {(control) => (
        <Input
          {...control}
          maxLength={MAX_NAME}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

function hintOf(account: LedgerAccount, suggested: { number: string; name: string } | null): string {
  const { holds } = ACCOUNT_FACTS[account];
  return suggested === null ? holds : `${holds} Suggested: ${suggested.number} ${suggested.name}.`;
}

/** The names that are not empty. */
function filled(names: Names): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names)
      .map(([key, name]) => [key, name.trim()] as const)
      .filter(([, name]) => name !== ""),
  );
}
