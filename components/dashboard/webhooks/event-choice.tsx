"use client";

import { useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { EVENT_SUMMARIES, UpdateWebhookBody } from "@/server/webhooks/schema";

type Chosen = NonNullable<NonNullable<UpdateWebhookBody["events"]>>;
type EventName = Chosen[number];

const NAMES: readonly EventName[] = UpdateWebhookBody.shape.events.unwrap().unwrap().element.options;

interface EventChoiceProps {
  /** Null for all of them, also those that are added later. */
  value: Chosen | null;
  error?: string | undefined;
  onChange: (value: Chosen | null) => void;
}

/** What a webhook hears: everything, or some events by name. */
export function EventChoice({ value, error, onChange }: EventChoiceProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-2 text-sm font-medium">Events</legend>
      <Checkbox
        label="All events"
        hint="Also those that are added later."
        checked={value === null}
        onChange={({ target }) => onChange(target.checked ? null : [...NAMES])}
      />
      {value !== null && (
        <ul className="mt-3 grid max-h-72 gap-3 overflow-y-auto rounded-md border border-line p-3">
          {NAMES.map((name) => (
            <li key={name}>
              <Checkbox
                label={<span className="font-mono text-xs wrap-anywhere">{name}</span>}
                hint={EVENT_SUMMARIES[name].replaceAll("`", "")}
                checked={value.includes(name)}
                onChange={({ target }) =>
                  onChange(NAMES.filter((one) => (one === name ? target.checked : value.includes(one))))
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
