"use client";

import { ButtonLink } from "@/components/ui/button";
import { PageFrame } from "../frame/page-frame";
import { useWebhooks } from "../queries";
import { Allowed } from "../roles/allowed";
import { DeliveryList } from "./delivery-list";
import { VerifyCard } from "./verify/verify-card";

/** What was told to whom, whether they heard, and how they can be sure. */
export function Webhooks() {
  const { data } = useWebhooks();
  return (
    <PageFrame
      operation="listAllWebhookDeliveries"
      title="Webhook log"
      action={
        <Allowed to="listWebhooks">
          <ButtonLink href="/dashboard/manage-destination#webhooks">Webhook endpoints</ButtonLink>
        </Allowed>
      }
    >
      <div className="grid gap-6">
        <DeliveryList webhooks={data ?? []} />
        <VerifyCard />
      </div>
    </PageFrame>
  );
}
