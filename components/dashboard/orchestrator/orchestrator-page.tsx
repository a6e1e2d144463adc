"use client";

import { type ReactNode, useMemo } from "react";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { OperationId } from "@/server/auth/operations/operations";
import type { Orchestrator } from "@/server/platforms/orchestrators/schema";
import { PageFrame } from "../frame/page-frame";
import { useMay } from "../roles/role";
import { MerchantProvider, useMerchant } from "../session/merchant";
import { PageSections } from "../shared/page-sections";
import { ReadFailed } from "../shared/read-failed";
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
    <PageFrame operation="listOrchestrators" title={orchestrator?.name ?? "Partner account"} back={BACK}>
      {error && !data && <ReadFailed error={error} onRetry={refetch} />}
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

interface OwnSection {
  id: string;
  name: string;
  content: ReactNode;
  /** What it reads. It is no section of a role without that. */
  operation: OperationId;
}

const SECTIONS: readonly OwnSection[] = [
  { id: "earnings", name: "Earnings", operation: "getOrchestratorEarnings", content: <EarningsCard /> },
  { id: "platforms", name: "Platforms", operation: "listOrchestratorPlatforms", content: <PlatformsCard /> },
  { id: "invitations", name: "Invitations", operation: "listLinkIntents", content: <InvitationsCard /> },
  { id: "fees", name: "Fees", operation: "listFeeConfigs", content: <FeeConfigsCard /> },
  { id: "look", name: "Look", operation: "getBranding", content: <OrchestratorBrandingCard /> },
  { id: "keys", name: "Keys", operation: "listOrchestratorKeys", content: <KeysCard /> },
  {
    id: "webhooks",
    name: "Webhooks",
    operation: "listOrchestratorWebhooks",
    content: (
      <>
        <OrchestratorWebhooksCard />
        <OrchestratorDeliveriesCard />
      </>
    ),
  },
];

function Sections({ orchestrator }: { orchestrator: Orchestrator }) {
  const merchant = useMerchant();
  const may = useMay();
  const api = useApiOf(orchestrator.id);
  const own = useMemo(() => ({ ...merchant, api }), [merchant, api]);
  return (
    <OrchestratorProvider value={orchestrator}>
      {/* Everything below is done as the orchestrator, by its owner's session. */}
      <MerchantProvider value={own}>
        <WebhookPathProvider value="/v2/orchestrators/webhooks">
          {orchestrator.status === "inactive" && (
            <Alert tone="warning" className="mb-6">
              This partner account is switched off: its keys are refused, and its invitations lead nowhere.
            </Alert>
          )}
          <PageSections sections={SECTIONS.filter(({ operation }) => may(operation))} />
        </WebhookPathProvider>
      </MerchantProvider>
    </OrchestratorProvider>
  );
}
