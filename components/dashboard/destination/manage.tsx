"use client";

import { Route } from "@/components/icons/icons";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { MovedAnchor } from "@/components/ui/moved-anchor";
import type { DestinationRecord } from "@/server/payee-destinations/schema";
import { ClientIdsCard } from "../client-ids/client-ids-card";
import { PageFrame } from "../frame/page-frame";
import { useDestination } from "../queries";
import { Allowed } from "../roles/allowed";
import { useMay } from "../roles/role";
import { ViewOnly } from "../roles/view-only";
import { PageSections } from "../shared/page-sections";
import { DeliveriesCard } from "../webhooks/deliveries-card";
import { WebhooksCard } from "../webhooks/webhooks-card";
import { CreateDestination } from "./create-destination";
import { RouteCard } from "./route-card";
import { ScreeningCard } from "./screening-card";
import { UpdateRoute } from "./update-route";

/** Sections that were on this page once, and where they are now. */
const MOVED = {
  branding: "/dashboard/branding",
  "api-keys": "/dashboard/api-keys",
  team: "/dashboard/account",
};

/** Where one is paid, who may ask for money in one's name, and who is told. */
export function Manage() {
  const { data: destination } = useDestination();
  const may = useMay();
  return (
    <PageFrame operation="getMyPayeeDestination" title="Manage destination">
      <MovedAnchor pages={MOVED} />
      <PageSections
        sections={[
          { id: "route", name: "Route", content: <ReceivingRoute destination={destination} /> },
          {
            id: "screening",
            name: "Screening",
            content: destination && <ScreeningCard key={destination.id} destination={destination} />,
          },
          { id: "client-ids", name: "Client IDs", content: <ClientIdsCard /> },
          {
            id: "webhooks",
            name: "Webhooks",
            content: may("listWebhooks") && (
              <>
                <WebhooksCard />
                <DeliveriesCard />
              </>
            ),
          },
        ]}
      />
    </PageFrame>
  );
}

/** `destination` is null where none is set up, undefined while nobody knows. */
function ReceivingRoute({ destination }: { destination: DestinationRecord | null | undefined }) {
  if (destination === undefined) return null;
  if (destination === null) {
    return (
      <Card>
        <EmptyState icon={<Route />} title="No route configured" action={<CreateDestination />}>
          <Allowed
            to="createPayeeDestinationSession"
            otherwise="An owner or admin chooses where this account is paid."
          >
            Choose the chain and the token you want to be paid in.
          </Allowed>
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <RouteCard destination={destination} isManaged />
      {/* Another destination starts afresh. */}
      <Allowed
        to="updatePayeeDestinationSession"
        otherwise={<ViewOnly unless="updatePayeeDestinationSession" />}
      >
        <UpdateRoute key={destination.destinationId} destination={destination} />
      </Allowed>
    </>
  );
}
