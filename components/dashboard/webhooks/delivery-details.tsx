"use client";

import { CodeBlock } from "@/components/ui/code-block";
import { Dialog } from "@/components/ui/dialog";
import { Time } from "@/components/ui/time";
import type { DeliveryRecord } from "@/server/webhooks/schema";
import { DeliveryState } from "./delivery-state";
import { ReplayButton } from "./replay-button";

interface DeliveryDetailsProps {
  delivery: DeliveryRecord;
  url: string;
  onClose: () => void;
}

/** Exactly what was sent, and what was answered each time. */
export function DeliveryDetails({ delivery, url, onClose }: DeliveryDetailsProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="lg"
      title={delivery.event}
      description={url}
      footer={<ReplayButton delivery={delivery} />}
    >
      <div className="grid gap-5">
        <p className="flex flex-wrap items-center gap-3 text-sm">
          <DeliveryState delivery={delivery} />
          <Time value={delivery.createdAt} />
          {delivery.nextAttemptAt !== null && (
            <span>
              Next attempt <Time value={delivery.nextAttemptAt} form="relative" />
            </span>
          )}
        </p>
        {delivery.error !== null && <p className="text-sm wrap-anywhere text-danger">{delivery.error}</p>}
        <CodeBlock text={pretty(delivery.requestBody)} label="request body" language="request body" />
        <ol className="grid gap-4">
          {delivery.attempts.map((attempt) => (
            <li key={attempt.number} className="grid gap-2">
              <p className="flex flex-wrap gap-x-3 text-sm">
                <span className="font-medium">Attempt {attempt.number}</span>
                <span className={isOk(attempt.statusCode) ? "text-positive" : "text-danger"}>
                  {attempt.statusCode ?? "no answer"}
                </span>
                <span className="text-muted">{attempt.durationMs} ms</span>
                <Time value={attempt.startedAt} form="absolute" className="text-muted" />
              </p>
              {attempt.error !== null && <p className="text-sm wrap-anywhere text-danger">{attempt.error}</p>}
              {attempt.responseBody !== null && attempt.responseBody !== "" && (
                <CodeBlock
                  text={attempt.responseBody}
                  label={`answer to attempt ${attempt.number}`}
                  language="answer"
                />
              )}
            </li>
          ))}
        </ol>
      </div>
    </Dialog>
  );
}

function isOk(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** For reading only: what was signed has no blanks. */
function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    // Not JSON after all: shown as it was sent.
    return json;
  }
}
