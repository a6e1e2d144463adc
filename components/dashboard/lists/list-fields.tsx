"use client";

import { useEffect, useState } from "react";
import { Search } from "@/components/icons/icons";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";

const TYPING_MS = 300;

interface SearchFieldProps {
  /** What can be looked for. */
  hint: string;
  text: string;
  onChange: (text: string) => void;
  className: string;
}

/** A text to look for: asked when typing pauses. */
export function SearchField({ hint, text, onChange, className }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  const [shown, setShown] = useState(text);
  const [asked, setAsked] = useState(text);
  if (shown !== text) {
    setShown(text);
    // What was asked for here arrives while the next letters are typed already. Anything else is somebody else's
    // change: the Clear button, or the browser's way back.
    if (text !== asked) {
      setTyped(text);
      setAsked(text);
    }
  }
  useEffect(() => {
    if (typed === text) return;
    const timer = setTimeout(() => {
      setAsked(typed);
      onChange(typed);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, text, onChange]);
  return (
    <Field label="Search" hint={hint} className={className}>
      {({ "aria-required": _, ...control }) => (
        <span className="relative block">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-3 left-3 size-4 text-muted"
          />
          <Input
            {...control}
            type="search"
            maxLength={255}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className="pl-9"
          />
        </span>
      )}
    </Field>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** One of a few values that narrow a list. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      {({ "aria-required": _, ...control }) => (
        <Select
          {...control}
          value={value}
          options={options}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** A day that a list begins or ends with. */
export function Day({ label, value, onChange }: Omit<ChoiceProps, "options">) {
  return (
    <Field label={label}>
      {({ "aria-required": _, ...control }) => (
        <Input
          {...control}
          type="date"
          value={value.slice(0, 10)}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
