"use client";

import { Route } from "@/components/icons/icons";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { MovedAnchor } from "@/components/ui/moved-anchor";
import { ClientIdsCard } from "../client-ids/client-ids-card";
import { PageFrame } from "../frame/page-frame";
import { useDestination } from "../queries";
import { SectionLinks } from "../shared/section-links";
import { DeliveriesCard } from "../webhooks/deliveries-card";
import { WebhooksCard } from "../webhooks/webhooks-card";
import { CreateDestination } from "./create-destination";
import { RouteCard } from "./route-card";
import { ScreeningCard } from "./screening-card";
import { UpdateRoute } from "./update-route";

const SECTIONS = [
  { id: "route", name: "Route" },
  { id: "screening", name: "Screening" },
  { id: "client-ids", name: "Client IDs" },
  { id: "webhooks", name: "Webhooks" },
];

/** Sections that were on this page once, and where they are now. */
const MOVED = {
  branding: "/dashboard/branding",
  "api-keys": "/dashboard/api-keys",
  team: "/dashboard/account",
};

/** Where one is paid, who may ask for money in one's name, and who is told. */
export function Manage() {
  const { data: destination } = useDestination();
  return (
    <PageFrame title="Manage destination">
      <MovedAnchor pages={MOVED} />
      <SectionLinks sections={SECTIONS} />
      <div className="grid grid-cols-1 gap-6">
        <div id="route" className="grid grid-cols-1 gap-6">
          {destination === null && (
            <Card>
              <EmptyState icon={<Route />} title="No route configured" action={<CreateDestination />}>
                Choose the chain and the token you want to be paid in.
              </EmptyState>
            </Card>
          )}
          {destination && (
            <>
              <RouteCard destination={destination} isManaged />
              {/* Another destination starts afresh. */}
              <UpdateRoute key={destination.destinationId} destination={destination} />
            </>
          )}
        </div>
        {destination && (
          <div id="screening">
            <ScreeningCard key={destination.id} destination={destination} />
          </div>
        )}
        <div id="client-ids">
          <ClientIdsCard />
        </div>
        <div id="webhooks" className="grid grid-cols-1 gap-6">
          <WebhooksCard />
          <DeliveriesCard />
        </div>
      </div>
    </PageFrame>
  );
}
