"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { MAX_NAME } from "@/server/ledger/exports/names/account-names";
import { useDashboardConfig } from "../../config";
import { ACCOUNTS, accountInWords, partsOf } from "./account-words";

type Names = Readonly<Record<string, string>>;

interface TokenNamesProps {
  names: Names;
  onChange: (names: Names) => void;
  problemOf: (key: string) => string | null;
}

/** Names that an account has for one token alone, and fields for another one. */
export function TokenNames({ names, onChange, problemOf }: TokenNamesProps) {
  const keys = Object.keys(names).filter((key) => partsOf(key) !== null);
  const without = (key: string) => Object.fromEntries(Object.entries(names).filter(([one]) => one !== key));
  return (
    <fieldset className="grid gap-5 border-t border-dashed border-line pt-5">
      <legend className="sr-only">For one token alone</legend>
      <div>
        <p aria-hidden="true" className="font-medium">
          For one token alone
        </p>
        <p className="mt-1 text-sm text-muted">
          Where each token has an account of its own. Goes before the name above.
        </p>
      </div>
      {keys.length > 0 && (
        <div className="grid gap-5 sm:grid-cols-2">
          {keys.map((key) => (
            <div key={key} className="flex min-w-0 items-start gap-3">
              <Field label={labelOf(key)} error={problemOf(key) ?? undefined} className="flex-1">
                {(control) => (
                  <Input
                    {...control}
                    maxLength={MAX_NAME}
                    value={names[key] ?? ""}
                    onChange={({ target }) => onChange({ ...names, [key]: target.value })}
                  />
                )}
              </Field>
              <Button
                className="mt-6.5"
                aria-label={`Remove ${labelOf(key)}`}
                onClick={() => onChange(without(key))}
              >
                Remove
              </Button>
            </div>
          ))}
        </div>
      )}
      <NewTokenName isKnown={(key) => key in names} onAdd={(key) => onChange({ ...names, [key]: "" })} />
    </fieldset>
  );
}

function labelOf(key: string): string {
  const parts = partsOf(key);
  return parts ? `${accountInWords(parts.account)}, ${parts.currency}` : key;
}

interface NewTokenNameProps {
  isKnown: (key: string) => boolean;
  onAdd: (key: string) => void;
}

/** The account and the token that get a field of their own. */
function NewTokenName({ isKnown, onAdd }: NewTokenNameProps) {
  const { networks } = useDashboardConfig();
  const listId = useId();
  const [account, setAccount] = useState<string>("wallet");
  const [currency, setCurrency] = useState("");
  const key = `${account}/${currency.trim()}`;
  const isUsable = /^[\w.-]{1,64}$/.test(currency.trim()) && !isKnown(key);
  return (
    <div className="grid items-end gap-4 sm:grid-cols-3">
      <Field label="Account">
        {({ "aria-required": _, ...control }) => (
          <Select
            {...control}
            value={account}
            onChange={({ target }) => setAccount(target.value)}
            options={ACCOUNTS.map((one) => ({ value: one, label: accountInWords(one) }))}
          />
        )}
      </Field>
      <Field label="Token">
        {({ "aria-required": _, ...control }) => (
          <>
            <Input
              {...control}
              list={listId}
              placeholder="USDC-base"
              value={currency}
              onChange={({ target }) => setCurrency(target.value)}
            />
            <datalist id={listId}>
              {networks.flatMap(({ tokens }) => tokens.map(({ id }) => <option key={id} value={id} />))}
            </datalist>
          </>
        )}
      </Field>
      <Button
        disabled={!isUsable}
        onClick={() => {
          onAdd(key);
          setCurrency("");
        }}
      >
        Add a field
      </Button>
    </div>
  );
}
