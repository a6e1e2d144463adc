"use client";

import { useState } from "react";
import { Plus, Route } from "@/components/icons/icons";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Segmented } from "@/components/ui/segmented";
import type { DestinationRecord } from "@/server/payee-destinations/schema";
import { CreateDestination } from "../destination/create-destination";
import { RouteCard } from "../destination/route-card";
import { PageFrame } from "../frame/page-frame";
import { type OverviewDays, useDestination, useOverview } from "../queries";
import { Allowed } from "../roles/allowed";
import { ReadFailed } from "../shared/read-failed";
import { DisabledWebhooks } from "../webhooks/disabled-webhooks";
import { Attention } from "./attention";
import { CountsCard } from "./counts-card";
import { FunnelCard } from "./funnel-card";
import { HealthCards } from "./health-cards";
import { HomeSkeleton } from "./home-skeleton";
import { ReceivedCard } from "./received-card";
import { RecentPayments } from "./recent-payments";
import { SetupGuide } from "./setup-guide";

const PERIODS = [
  { value: "1", label: "Today" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
] as const;

/** The first screen: where one is paid, and what became of it. */
export function Home() {
  const { data: destination } = useDestination();
  return (
    <PageFrame
      operation="getDashboardOverview"
      title="Home"
      action={
        destination && (
          <Allowed to="createSecurePayment">
            <ButtonLink href="/dashboard/get-paid/new" variant="primary">
              <Plus aria-hidden="true" />
              Request payment
            </ButtonLink>
          </Allowed>
        )
      }
    >
      {destination && (
        <div className="grid grid-cols-1 gap-6">
          <DisabledWebhooks />
          <Glance destination={destination} />
        </div>
      )}
      {destination === null && <NoRoute />}
    </PageFrame>
  );
}

function NoRoute() {
  return (
    <Card>
      <EmptyState
        icon={<Route />}
        title="No route configured"
        action={<CreateDestination />}
        className="py-16"
      >
        <Allowed
          to="createPayeeDestinationSession"
          otherwise="An owner or admin chooses where this account is paid."
        >
          Choose the chain and the token you want to be paid in. From then on you can request payments, and
          the money goes straight to your wallet.
        </Allowed>
      </EmptyState>
    </Card>
  );
}

function Glance({ destination }: { destination: DestinationRecord }) {
  const [days, setDays] = useState<OverviewDays>("7");
  const { data, error, refetch, isPlaceholderData } = useOverview(days);
  const route = <RouteCard destination={destination} />;
  if (!data) {
    return (
      <>
        {route}
        {error ? <ReadFailed error={error} onRetry={refetch} /> : <HomeSkeleton />}
      </>
    );
  }
  const { setup } = data;
  return (
    <>
      <Attention overview={data} />
      {route}
      {!setup.hasPayment && <SetupGuide setup={setup} />}
      {setup.hasRequest && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 className="font-serif text-xl font-semibold">At a glance</h2>
            <Segmented label="Period" options={PERIODS} value={days} onChange={setDays} />
          </div>
          <div
            aria-busy={isPlaceholderData}
            className="grid grid-cols-1 items-start gap-6 aria-busy:cursor-progress xl:grid-cols-[3fr_2fr]"
          >
            <div className="grid min-w-0 content-start gap-6">
              <ReceivedCard overview={data} />
              <RecentPayments />
            </div>
            <div className="grid min-w-0 content-start gap-6">
              <CountsCard overview={data} />
              <FunnelCard funnel={data.funnel} />
            </div>
          </div>
        </>
      )}
      <HealthCards overview={data} />
    </>
  );
}
