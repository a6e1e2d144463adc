"use client";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs } from "@/components/ui/tabs";
import type { PaymentDetail as Detail } from "@/server/dashboard/detail-schema";
import type { PaymentFlow } from "@/server/dashboard/payments-schema";
import { ApiFailure, messageOf } from "../../api-failure";
import { PageFrame } from "../../frame/page-frame";
import { usePaymentDetail } from "../use-payments";
import { AccessCard } from "./access-card";
import { FactsCard } from "./facts-card";
import { FeesCard } from "./fees-card";
import { ShareLink } from "./share-link";
import { Timeline } from "./timeline";

const LISTS: Record<PaymentFlow, { href: string; name: string }> = {
  incoming: { href: "/dashboard/get-paid", name: "Get paid" },
  outgoing: { href: "/dashboard/pay", name: "Pay" },
};

/** One payment, and the reason of every state it was in. */
export function PaymentDetail({ requestId, flow }: { requestId: string; flow: PaymentFlow }) {
  const { data, error, refetch } = usePaymentDetail(requestId);
  return (
    <PageFrame title={data?.payment.reference ?? "Payment"} back={LISTS[flow]}>
      {data && <Loaded detail={data} />}
      {!data && error && <NotLoaded error={error} onRetry={() => refetch()} back={LISTS[flow].name} />}
      {!data && !error && <Loading />}
    </PageFrame>
  );
}

function Loaded({ detail }: { detail: Detail }) {
  const { payment, timeline, feePlan, access } = detail;
  const isOver = timeline.some(({ kind }) => kind === "expired");
  const isOpen = (payment.status === "pending" || payment.status === "partial") && !isOver;
  return (
    <div className="grid gap-6 xl:grid-cols-[3fr_2fr]">
      <div className="grid min-w-0 content-start gap-6">
        <FactsCard detail={detail} />
        <Card>
          <Tabs
            label="About this payment"
            tabs={[
              { value: "timeline", label: "Timeline", content: <Timeline entries={timeline} /> },
              {
                value: "raw",
                label: "Raw JSON",
                content: (
                  <CodeBlock
                    text={JSON.stringify({ request: detail.request, link: detail.link }, null, 2)}
                    label="JSON of the request and its link"
                    language="json"
                  />
                ),
              },
            ]}
          />
        </Card>
      </div>
      <div className="grid min-w-0 content-start gap-6">
        {payment.securePaymentUrl !== null && <ShareLink url={payment.securePaymentUrl} isOpen={isOpen} />}
        {feePlan && <FeesCard plan={feePlan} />}
        {access && <AccessCard access={access} />}
      </div>
    </div>
  );
}

function NotLoaded({ error, onRetry, back }: { error: Error; onRetry: () => void; back: string }) {
  if (error instanceof ApiFailure && error.status === 404) {
    return (
      <Card>
        <EmptyState title="There is no such payment">
          It may belong to another account. {back} lists everything of this one.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Alert tone="danger" action={<Button onClick={onRetry}>Try again</Button>}>
      {messageOf(error)}
    </Alert>
  );
}

function Loading() {
  return (
    <Card>
      <div role="status" className="space-y-4">
        <span className="sr-only">Loading the payment</span>
        <Skeleton className="h-9 w-1/3" />
        <Skeleton className="w-2/3" />
        <Skeleton className="w-1/2" />
      </div>
    </Card>
  );
}
