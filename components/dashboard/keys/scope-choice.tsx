"use client";

import { useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { API_KEY_SCOPES, type KeyScope, ORCHESTRATOR_KEY_SCOPES } from "@/server/platforms/key-bounds/schema";
import { type KeyKind, SCOPE_WORDS, scopeName } from "./scope-words";

const SCOPES: Record<KeyKind, readonly KeyScope[]> = {
  account: API_KEY_SCOPES,
  orchestrator: ORCHESTRATOR_KEY_SCOPES,
};

interface ScopeChoiceProps {
  kind: KeyKind;
  /** Null for everything that a key can do. */
  value: KeyScope[] | null;
  error?: string | undefined;
  onChange: (value: KeyScope[] | null) => void;
}

/** What a key may do: everything, or some of it in plain words. */
export function ScopeChoice({ kind, value, error, onChange }: ScopeChoiceProps) {
  const id = useId();
  const scopes = SCOPES[kind];
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-2 text-sm font-medium">What it may do</legend>
      <Checkbox
        label="Everything"
        hint="Also make client IDs or keys, and change what payers see. For keys that you trust as yourself."
        checked={value === null}
        onChange={({ target }) => onChange(target.checked ? null : [])}
      />
      {value !== null && (
        <ul className="mt-3 grid gap-3 rounded-md border border-line p-3">
          {scopes.map((scope) => (
            <li key={scope}>
              <Checkbox
                label={scopeName(kind, scope)}
                hint={SCOPE_WORDS[kind][scope]?.can}
                checked={value.includes(scope)}
                onChange={({ target }) =>
                  onChange(scopes.filter((one) => (one === scope ? target.checked : value.includes(one))))
                }
              />
            </li>
          ))}
        </ul>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
