"use client";

import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Tabs } from "@/components/ui/tabs";
import type { PaymentDetail as Detail } from "@/server/dashboard/detail-schema";
import type { PaymentFlow, PaymentRow } from "@/server/dashboard/payments-schema";
import { PageFrame } from "../../frame/page-frame";
import { OfframpCard } from "../../payers/offramp-card";
import { RecordLoading, RecordNotLoaded } from "../../shared/one-record";
import { ShareLink } from "../../shared/share-link";
import { RefundsCard } from "../refunds/refunds-card";
import { useListedPayment, usePaymentDetail } from "../use-payments";
import { AccessCard } from "./access-card";
import { ActionsCard } from "./actions-card";
import { EmbedCard } from "./embed-card";
import { FactsCard } from "./facts-card";
import { FeesCard } from "./fees-card";
import { NoteCard } from "./note-card";
import { Timeline } from "./timeline";

const LISTS: Record<PaymentFlow, { href: string; name: string }> = {
  incoming: { href: "/dashboard/get-paid", name: "Get paid" },
  outgoing: { href: "/dashboard/pay", name: "Pay" },
};

/** One payment, and the reason of every state it was in. */
export function PaymentDetail({ requestId, flow }: { requestId: string; flow: PaymentFlow }) {
  const { data, error, refetch } = usePaymentDetail(requestId);
  const listed = useListedPayment(requestId);
  const payment = data?.payment ?? listed;
  return (
    <PageFrame operation="getDashboardPayment" title={payment?.reference ?? "Payment"} back={LISTS[flow]}>
      {data && <Loaded detail={data} />}
      {!data && error && (
        <RecordNotLoaded what="payment" list={LISTS[flow].name} error={error} onRetry={() => refetch()} />
      )}
      {!data && !error && (payment ? <Listed payment={payment} /> : <RecordLoading what="payment" />)}
    </PageFrame>
  );
}

/** What its list says of it, at once, until the rest has come. */
function Listed({ payment }: { payment: PaymentRow }) {
  return (
    <div className="grid gap-6 xl:grid-cols-[3fr_2fr]">
      <div className="grid min-w-0 content-start gap-6">
        <FactsCard payment={payment} detail={null} />
        <RecordLoading what="timeline" />
      </div>
    </div>
  );
}

function Loaded({ detail }: { detail: Detail }) {
  const { payment, timeline, feePlan, access, actions, note } = detail;
  const isOpen = actions.canCancel;
  return (
    <div className="grid gap-6 xl:grid-cols-[3fr_2fr]">
      <div className="grid min-w-0 content-start gap-6">
        <FactsCard payment={payment} detail={detail} />
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
        {payment.securePaymentUrl !== null &&
          payment.token !== null &&
          payment.flow === "incoming" &&
          isOpen && (
            <EmbedCard source={payment.source} url={payment.securePaymentUrl} token={payment.token} />
          )}
        <OfframpCard offramp={detail.offramp} />
        {payment.flow === "incoming" && <RefundsCard payment={payment} />}
        <ActionsCard detail={detail} />
        <NoteCard requestId={payment.requestId} note={note} />
        {feePlan && <FeesCard plan={feePlan} />}
        {access && <AccessCard access={access} />}
      </div>
    </div>
  );
}
