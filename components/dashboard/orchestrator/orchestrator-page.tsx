"use client";

import { useMemo } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { Orchestrator } from "@/server/platforms/orchestrators/schema";
import { messageOf } from "../api/api-failure";
import { PageFrame } from "../frame/page-frame";
import { MerchantProvider, useMerchant } from "../session/merchant";
import { SectionLinks } from "../shared/section-links";
import { WebhookPathProvider } from "../webhooks/webhook-paths";
import { OrchestratorBrandingCard } from "./branding-card";
import { EarningsCard } from "./earnings-card";
import { FeeConfigsCard } from "./fees/fee-configs-card";
import { InvitationsCard } from "./invitations/invitations-card";
import { KeysCard } from "./keys/keys-card";
import { OrchestratorProvider, useApiOf } from "./orchestrator";
import { PlatformsCard } from "./platforms-card";
import { useOrchestrators } from "./queries";
import { OrchestratorDeliveriesCard } from "./webhooks/deliveries-card";
import { OrchestratorWebhooksCard } from "./webhooks/webhooks-card";

const BACK = { href: "/dashboard/partners", name: "Partners" };

/** What a partner sees of the platforms it brings, and everything it decides. */
export function OrchestratorPage({ orchestratorId }: { orchestratorId: string }) {
  const { data, error, refetch } = useOrchestrators();
  const orchestrator = data?.find(({ id }) => id === orchestratorId);
  return (
    <PageFrame title={orchestrator?.name ?? "Partner account"} back={BACK}>
      {error && !data && (
        <Alert tone="danger" action={<Button onClick={() => refetch()}>Try again</Button>}>
          {messageOf(error)}
        </Alert>
      )}
      {!error && !data && <Skeleton className="h-64 rounded-md" />}
      {data && !orchestrator && (
        <Card>
          <EmptyState title="No such partner account">
            It does not exist, or another wallet owns it.
          </EmptyState>
        </Card>
      )}
      {orchestrator && <Sections orchestrator={orchestrator} />}
    </PageFrame>
  );
}

const SECTIONS = [
  { id: "earnings", name: "Earnings" },
  { id: "platforms", name: "Platforms" },
  { id: "invitations", name: "Invitations" },
  { id: "fees", name: "Fees" },
  { id: "look", name: "Look" },
  { id: "keys", name: "Keys" },
  { id: "webhooks", name: "Webhooks" },
];

function Sections({ orchestrator }: { orchestrator: Orchestrator }) {
  const merchant = useMerchant();
  const api = useApiOf(orchestrator.id);
  const own = useMemo(() => ({ ...merchant, api }), [merchant, api]);
  return (
    <OrchestratorProvider value={orchestrator}>
      {/* Everything below is done as the orchestrator, by its owner's session. */}
      <MerchantProvider value={own}>
        <WebhookPathProvider value="/v2/orchestrators/webhooks">
          <SectionLinks sections={SECTIONS} />
          <div className="grid grid-cols-1 gap-6">
            {orchestrator.status === "inactive" && (
              <Alert tone="warning">
                This partner account is switched off: its keys are refused, and its invitations lead nowhere.
              </Alert>
            )}
            <div id="earnings">
              <EarningsCard />
            </div>
            <div id="platforms">
              <PlatformsCard />
            </div>
            <div id="invitations">
              <InvitationsCard />
            </div>
            <div id="fees">
              <FeeConfigsCard />
            </div>
            <div id="look">
              <OrchestratorBrandingCard />
            </div>
            <div id="keys">
              <KeysCard />
            </div>
            <div id="webhooks" className="grid grid-cols-1 gap-6">
              <OrchestratorWebhooksCard />
              <OrchestratorDeliveriesCard />
            </div>
          </div>
        </WebhookPathProvider>
      </MerchantProvider>
    </OrchestratorProvider>
  );
}
