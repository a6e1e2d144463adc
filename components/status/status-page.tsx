import { IncidentList } from "@/components/status/incident-list";
import { StatusFrame } from "@/components/status/status-frame";
import { durationInWords, STATE_WORDS, shareInWords, summaryOf } from "@/components/status/status-words";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { formatTime } from "@/components/ui/format-time";
import type { Status } from "@/server/status-page/schema";

/** How the service is: networks, delays, deliveries and incidents. Made on the server, readable without a script. */
export function StatusPage({ status }: { status: Status }) {
  const { networks, webhooks, hours, blockToWebhook, deliveries, incidents } = status;
  const { tone, text } = summaryOf(status);
  return (
    <StatusFrame>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Badge tone={tone} hasDot className="px-3 py-1 text-sm">
          {text}
        </Badge>
        <span className="text-sm text-muted">
          As of <UtcTime value={status.at} />
        </span>
      </p>
      <Card title="Networks" description="A payment is noticed when its block has been looked at.">
        <ul className="grid gap-4">
          {networks.map(({ network, name, state, lastBlock, behindSeconds }) => (
            <li key={network} className="grid gap-x-6 gap-y-1 sm:grid-cols-2 sm:items-center">
              <div className="min-w-0">
                <p className="font-medium">{name}</p>
                <p className="text-sm text-muted">
                  {lastBlock === null ? "No block yet" : `Block ${lastBlock}`}
                  {behindSeconds > 0 && `, ${durationInWords(behindSeconds)} behind the newest`}
                </p>
              </div>
              <State state={state} className="sm:justify-items-end sm:text-right" />
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Webhooks" description={`Of the last ${hours} hours, all accounts together.`}>
        <dl className="grid gap-4 sm:grid-cols-2">
          <Fact name="Sending">
            <State state={webhooks} />
          </Fact>
          <Fact name="From block to webhook">
            {blockToWebhook.p50Seconds === null || blockToWebhook.p95Seconds === null
              ? "Too few payments to tell"
              : `${durationInWords(blockToWebhook.p50Seconds)} for half of the payments, ${durationInWords(blockToWebhook.p95Seconds)} for 95 of 100`}
          </Fact>
          <Fact name="Delivered">
            {deliveries.delivered === null ? "Too few to tell" : shareInWords(deliveries.delivered)}
          </Fact>
          <Fact name="Needed more than one attempt">
            {deliveries.retried === null ? "Too few to tell" : shareInWords(deliveries.retried)}
          </Fact>
        </dl>
      </Card>
      <Card title="Incidents" description="Of the last 90 days.">
        <IncidentList incidents={incidents} />
      </Card>
      <p className="text-sm text-muted">
        The same for programs:{" "}
        <a href="/v2/status" className="text-accent underline underline-offset-4">
          /v2/status
        </a>
      </p>
    </StatusFrame>
  );
}

function State({ state, className }: { state: Status["webhooks"]; className?: string }) {
  const { name, tone, means } = STATE_WORDS[state];
  return (
    <div className={cn("grid justify-items-start gap-1", className)}>
      <Badge tone={tone} hasDot>
        {name}
      </Badge>
      {state !== "up" && <span className="text-xs text-muted">{means}</span>}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  );
}

function UtcTime({ value }: { value: string }) {
  return <time dateTime={value}>{formatTime(value, { form: "absolute", zone: "UTC", now: 0 })}</time>;
}
