"use client";

import { EVENT_SUMMARIES, UpdateWebhookBody } from "@/server/webhooks/schema";
import { AllOrSome } from "../forms/all-or-some";

type Chosen = NonNullable<NonNullable<UpdateWebhookBody["events"]>>;
type EventName = Chosen[number];

const NAMES: readonly EventName[] = UpdateWebhookBody.shape.events.unwrap().unwrap().element.options;

interface EventChoiceProps {
  /** Null for all of them, also those that are added later. */
  value: Chosen | null;
  error?: string | undefined;
  onChange: (value: Chosen | null) => void;
}

const ALL = { label: "All events", hint: "Also those that are added later." };

const CHOICES = NAMES.map((name) => ({
  value: name,
  label: <span className="font-mono text-xs wrap-anywhere">{name}</span>,
  hint: EVENT_SUMMARIES[name].replaceAll("`", ""),
}));

/** What a webhook hears: everything, or some events by name. */
export function EventChoice(field: EventChoiceProps) {
  return <AllOrSome legend="Events" all={ALL} choices={CHOICES} initial={NAMES} {...field} />;
}
