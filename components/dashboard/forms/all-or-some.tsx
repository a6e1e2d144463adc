"use client";

import { type ReactNode, useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";

/** A list with more choices than this scrolls by itself. */
const LONG = 10;

/** One thing that can be chosen. */
interface Choice<T> {
  value: T;
  label: ReactNode;
  hint: string | undefined;
}

interface AllOrSomeProps<T> {
  legend: string;
  /** Null where some have to be chosen. */
  all: { label: string; hint: string } | null;
  /** In the order in which they are shown and kept. */
  choices: readonly Choice<T>[];
  /** Null for all of them. */
  value: readonly T[] | null;
  /** What is chosen at first where it is not all of them any more. */
  initial: readonly T[];
  error?: string | undefined;
  onChange: (value: T[] | null) => void;
}

/** A choice of everything, or of some things from a list. */
export function AllOrSome<T extends string>({
  legend,
  all,
  choices,
  value,
  initial,
  error,
  onChange,
}: AllOrSomeProps<T>) {
  const id = useId();
  const values = choices.map((choice) => choice.value);
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      {all && (
        <Checkbox
          label={all.label}
          hint={all.hint}
          checked={value === null}
          onChange={({ target }) => onChange(target.checked ? null : [...initial])}
        />
      )}
      {value !== null && (
        <ul
          className={cn(
            "grid gap-3 rounded-md border border-line p-3",
            all && "mt-3",
            choices.length > LONG && "max-h-72 overflow-y-auto",
          )}
        >
          {choices.map((choice) => (
            <li key={choice.value}>
              <Checkbox
                label={choice.label}
                hint={choice.hint}
                checked={value.includes(choice.value)}
                onChange={({ target }) =>
                  onChange(
                    values.filter((one) => (one === choice.value ? target.checked : value.includes(one))),
                  )
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
