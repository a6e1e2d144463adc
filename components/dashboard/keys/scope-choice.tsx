"use client";

import { makesKeysOfEveryRight, scopesOfRole } from "@/server/auth/operations/scopes-of-role";
import { API_KEY_SCOPES, type KeyScope, ORCHESTRATOR_KEY_SCOPES } from "@/server/platforms/key-bounds/schema";
import { AllOrSome } from "../forms/all-or-some";
import { useRole } from "../roles/role";
import { type KeyKind, SCOPE_WORDS, scopeName } from "./scope-words";

const SCOPES: Record<KeyKind, readonly KeyScope[]> = {
  account: API_KEY_SCOPES,
  orchestrator: ORCHESTRATOR_KEY_SCOPES,
};

const EVERYTHING = {
  label: "Everything",
  hint: "Also make client IDs or keys, and change what payers see. For keys that you trust as yourself.",
};

interface ScopeChoiceProps {
  kind: KeyKind;
  /** Null for everything that a key can do. */
  value: KeyScope[] | null;
  error?: string | undefined;
  onChange: (value: KeyScope[] | null) => void;
}

/** What a key may do: everything, or some of it in plain words; never more than the role of whoever makes it. */
export function ScopeChoice({ kind, ...field }: ScopeChoiceProps) {
  const role = useRole();
  const own = scopesOfRole(role);
  const scopes = SCOPES[kind].filter((scope) => own.includes(scope));
  const all = makesKeysOfEveryRight(role) ? EVERYTHING : null;
  const choices = scopes.map((scope) => ({
    value: scope,
    label: scopeName(kind, scope),
    hint: SCOPE_WORDS[kind][scope]?.can,
  }));
  return <AllOrSome legend="What it may do" all={all} choices={choices} initial={[]} {...field} />;
}
