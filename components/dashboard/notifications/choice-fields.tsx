"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { NotificationChannel } from "@/server/notifications/schema";
import { DIGESTS, GROUPS } from "./words";

/** What is told at a channel, and how often. */
export type Choice = Pick<NotificationChannel, "events" | "digest">;

interface ChoiceFieldsProps {
  choice: Choice;
  onChange: (choice: Choice) => void;
  /** What the role may be told of; nothing else is offered. */
  offered: NotificationChannel["events"];
}

/** The fields for that. */
export function ChoiceFields({ choice, onChange, offered }: ChoiceFieldsProps) {
  const { events, digest } = choice;
  const groups = GROUPS.map(({ name, events: all }) => ({
    name,
    events: all.filter(({ event }) => offered.includes(event)),
  })).filter((group) => group.events.length > 0);
  return (
    <>
      {groups.map((group) => (
        <fieldset key={group.name} className="grid gap-2">
          <legend className="mb-2 text-sm font-medium">{group.name}</legend>
          {group.events.map(({ event, label }) => (
            <Checkbox
              key={event}
              label={label}
              checked={events.includes(event)}
              onChange={({ target }) =>
                onChange({
                  ...choice,
                  events: target.checked ? [...events, event] : events.filter((other) => other !== event),
                })
              }
            />
          ))}
        </fieldset>
      ))}
      <Field label="How often">
        {(control) => (
          <Select
            {...control}
            value={digest}
            onChange={({ target }) => onChange({ ...choice, digest: target.value as Choice["digest"] })}
            options={Object.entries(DIGESTS).map(([value, label]) => ({ value, label }))}
          />
        )}
      </Field>
    </>
  );
}

/** The time zone of this browser, by which a day begins. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}
