"use client";

import { useQuery } from "@tanstack/react-query";
import { Handshake } from "@/components/icons/icons";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { PlatformLinkList } from "@/server/onboarding/schema";
import { Allowed } from "../roles/allowed";
import { useMerchant } from "../session/merchant";
import { ReadFailed } from "../shared/read-failed";
import { LinkedPartner } from "./linked-partner";

/** Each partner that is or was linked to a client ID of the account: what was agreed, what holds now, and the way out. */
export function LinkedPartners() {
  const { api } = useMerchant();
  const { data, error, refetch } = useQuery({
    queryKey: ["client-id-links"],
    queryFn: ({ signal }) => api<PlatformLinkList>("GET", "/v1/client-id-links", { signal }),
  });
  const links = data?.links.toSorted(
    (a, b) => Number(a.status === "revoked") - Number(b.status === "revoked"),
  );
  return (
    <Card
      title="Partners linked to you"
      description={
        <>
          A partner creates payment links with a client ID of yours, and may take a fee.
          <Allowed to="leaveOrchestrator"> You can leave at any time.</Allowed>
        </>
      }
    >
      {error && !links && <ReadFailed error={error} onRetry={refetch} />}
      {!error && !links && <Skeleton className="h-40 rounded-md" />}
      {links?.length === 0 && (
        <EmptyState icon={<Handshake />} title="No partner is linked">
          A partner sends you an invitation link. It shows you what it costs before you agree.
        </EmptyState>
      )}
      {links && links.length > 0 && (
        <ul className="-my-2 divide-y divide-dashed divide-line">
          {links.map((link) => (
            <li key={link.id} className="py-6 first:pt-2 last:pb-2">
              <LinkedPartner link={link} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
