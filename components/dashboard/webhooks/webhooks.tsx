"use client";

import { PageFrame } from "../frame/page-frame";
import { useWebhooks } from "../queries";
import { DeliveryList } from "./delivery-list";
import { VerifyCard } from "./verify-card";
import { WebhooksCard } from "./webhooks-card";

/** Who is told of payments, whether they heard, and how they can be sure. */
export function Webhooks() {
  const { data } = useWebhooks();
  return (
    <PageFrame title="Webhooks">
      <div className="grid gap-6">
        <WebhooksCard />
        <DeliveryList webhooks={data ?? []} />
        <VerifyCard />
      </div>
    </PageFrame>
  );
}
