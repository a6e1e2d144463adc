import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import type { Overview } from "@/server/dashboard/overview-schema";
import { CHAIN_STATES, RECURRING_STATES } from "../network-status/chain-state";
import { Allowed } from "../roles/allowed";
import { deliveries } from "./attention-items";

/** Whether the merchant's server hears of payments, and whether chains are watched. */
export function HealthCards({ overview }: { overview: Overview }) {
  return (
    <div className="grid gap-6 lg:grid-cols-2 lg:has-[>:only-child]:grid-cols-1">
      <Allowed to="listWebhooks">
        <WebhookHealth webhooks={overview.webhooks} />
      </Allowed>
      <ChainHealthCard chains={overview.chains} />
    </div>
  );
}

function WebhookHealth({ webhooks }: { webhooks: Overview["webhooks"] }) {
  const { last24Hours, endpoints, oldestPendingAt } = webhooks;
  const failing = endpoints.filter(
    ({ isActive, consecutiveFailures }) => isActive && consecutiveFailures > 0,
  );
  const refusing = endpoints.filter(({ isActive, refusedDeliveries }) => isActive && refusedDeliveries > 0);
  return (
    <Card
      title="Webhooks"
      description="Deliveries of the last 24 hours"
      action={
        <Allowed to="listAllWebhookDeliveries">
          <ButtonLink href="/dashboard/webhooks" size="sm">
            Webhook log
          </ButtonLink>
        </Allowed>
      }
    >
      {endpoints.length === 0 ? (
        <p className="text-sm text-muted">
          No webhook is set up.{" "}
          <Allowed to="createWebhook">
            <Link
              href="/dashboard/manage-destination#webhooks"
              prefetch={false}
              className="text-accent underline underline-offset-4"
            >
              Add one
            </Link>{" "}
            so that your server hears of payments.
          </Allowed>
        </p>
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <dl className="grid grid-cols-3 gap-3">
            <Figure name="Delivered" value={last24Hours.succeeded} />
            <Figure name="Failed" value={last24Hours.failed} isBad={last24Hours.failed > 0} />
            <Figure name="Waiting" value={last24Hours.pending} />
          </dl>
          {failing.map(({ id, url, consecutiveFailures }) => (
            <p key={id} className="text-sm wrap-anywhere">
              <Badge tone="danger">Failing</Badge> <span className="font-mono text-xs">{url}</span> has failed{" "}
              {consecutiveFailures === 1 ? "once" : `${consecutiveFailures} times`} in a row.
            </p>
          ))}
          {refusing.map(({ id, url, refusedDeliveries }) => (
            <p key={id} className="text-sm wrap-anywhere">
              <Badge tone="warning">Refusing</Badge> <span className="font-mono text-xs">{url}</span> has not
              taken {deliveries(refusedDeliveries)}. They are tried again.
            </p>
          ))}
          {failing.length + refusing.length === 0 && last24Hours.pending === 0 && (
            <p className="text-sm text-muted">All endpoints answer.</p>
          )}
          {oldestPendingAt && (
            <p className="text-sm text-muted">
              Oldest delivery that still waits: <Time value={oldestPendingAt} form="relative" />
            </p>
          )}
        </div>
      )}
    </Card>
  );
}

function Figure({ name, value, isBad = false }: { name: string; value: number; isBad?: boolean }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className={isBad ? "font-serif text-2xl text-danger" : "font-serif text-2xl"}>{value}</dd>
    </div>
  );
}

function ChainHealthCard({ chains }: { chains: Overview["chains"] }) {
  return (
    <Card
      title="Networks"
      description="Whether payments are noticed"
      action={
        <ButtonLink href="/dashboard/network-status" size="sm">
          Details
        </ButtonLink>
      }
    >
      <ul className="grid grid-cols-1 gap-2.5">
        {chains.map(({ network, name, state }) => (
          <li key={network} className="flex items-center justify-between gap-3 text-sm">
            {name}
            <Badge tone={CHAIN_STATES[state].tone} hasDot>
              {CHAIN_STATES[state].name}
            </Badge>
          </li>
        ))}
      </ul>
      {chains
        .filter(({ recurringPayouts }) => RECURRING_STATES[recurringPayouts].means)
        .map(({ network, name, recurringPayouts }) => (
          <p key={network} className="mt-3 text-sm text-muted">
            Recurring payouts on {name}: {RECURRING_STATES[recurringPayouts].means}
          </p>
        ))}
    </Card>
  );
}
