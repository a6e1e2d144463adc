"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Webhook } from "@/components/icons/icons";
import { Badge, type Tone } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { WebhookSeen } from "@/server/dashboard/detail-schema";
import { TimelineStep } from "../../shared/timeline-step";
import { ReplayButton } from "../../webhooks/replay-button";
import { type AnnouncedEvent, outcomeOf } from "./timeline-events";

const TONES: Record<WebhookSeen["state"], Tone> = {
  succeeded: "positive",
  pending: "warning",
  failed: "danger",
};

/** What was announced at one moment: how it went in a sentence, and each endpoint folded inside, to be sent again. */
export function AnnouncedStep({ step, isLast }: { step: AnnouncedEvent; isLast: boolean }) {
  const { text, isBad } = outcomeOf(step);
  const kind = { title: step.name, Icon: Webhook, look: isBad ? "bad" : "neutral" } as const;
  return (
    <TimelineStep kind={kind} at={step.at} reason={text} isLast={isLast}>
      <details open={isBad} className="mt-2 text-sm">
        <summary className="w-fit cursor-pointer text-accent underline underline-offset-4">
          {step.deliveries.length === 1 ? "1 delivery" : `${step.deliveries.length} deliveries`}
        </summary>
        <ul className="mt-3 grid gap-3">
          {step.deliveries.map(({ at, webhook }) => (
            <Delivery key={webhook.deliveryId} at={at} webhook={webhook} />
          ))}
        </ul>
      </details>
    </TimelineStep>
  );
}

function Delivery({ at, webhook }: { at: string; webhook: WebhookSeen }) {
  const queryClient = useQueryClient();
  const { deliveryId, event, state, url, attempts, lastStatusCode, error } = webhook;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-sunken px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={TONES[state]}>{lastStatusCode ?? state}</Badge>
          <span className="min-w-0 font-mono text-xs break-all">{url}</span>
        </p>
        <p className="mt-1 text-xs text-muted">
          {attempts === 1 ? "1 attempt" : `${attempts} attempts`} · <Time value={at} form="seconds" />
          {state !== "succeeded" && error !== null && ` · ${error}`}
        </p>
      </div>
      <ReplayButton
        delivery={{ id: deliveryId, event, state }}
        onReplayed={() => queryClient.invalidateQueries({ queryKey: ["payment"] })}
      />
    </li>
  );
}
