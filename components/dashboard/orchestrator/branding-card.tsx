"use client";

import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { Branding, BrandingBody } from "@/server/branding/schema";
import { BrandingEditor } from "../branding/branding-editor";
import { BrandingFacts } from "../branding/branding-facts";
import { Allowed } from "../roles/allowed";
import { useMerchant } from "../session/merchant";
import { ReadFailed } from "../shared/read-failed";
import { useOrchestratorBranding } from "./queries";

const PATH = "/v2/orchestrators/branding";

/** How invitations look, and the payment pages of linked platforms that have no look of their own. */
export function OrchestratorBrandingCard() {
  const { api } = useMerchant();
  const { data, error, refetch } = useOrchestratorBranding();
  const save = async (body: BrandingBody) => {
    const stored = data ?? null;
    if (stored && !clearsSomething(stored, body)) return api<Branding>("PATCH", PATH, { body });
    // A change cannot take something away: that is a new look in the place of the old one.
    if (stored) await api("DELETE", PATH);
    return api<Branding>("POST", PATH, { body });
  };
  return (
    <Card
      title="Look"
      description="Of your invitations, and of the payment pages of your platforms. A client ID with a look of its own keeps it."
    >
      {error && data === undefined && <ReadFailed error={error} onRetry={refetch} />}
      {data === undefined && !error && <Skeleton className="h-64 rounded-md" />}
      {data !== undefined && (
        <Allowed
          to={data === null ? "createBranding" : "updateBranding"}
          otherwise={<BrandingFacts branding={data} unless="updateBranding" isOfPartner />}
        >
          <BrandingEditor
            stored={data}
            onSave={save}
            onRemove={() => api("DELETE", PATH)}
            removal="removeBranding"
            isOfPartner
          />
        </Allowed>
      )}
    </Card>
  );
}

function clearsSomething(stored: Branding, body: BrandingBody): boolean {
  const { id: _id, clientIdId: _client, orchestratorId: _orchestrator, ...own } = stored;
  return Object.keys(own).some((name) => !(name in body));
}
