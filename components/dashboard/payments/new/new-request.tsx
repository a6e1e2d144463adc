"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { useToast } from "@/components/ui/toast";
import type { DestinationRecord } from "@/server/payee-destinations/schema";
import type { SecurePaymentCreated } from "@/server/secure-payments/wire/create-schema";
import { createOnce } from "../../api/once";
import { PageFrame } from "../../frame/page-frame";
import { useDestination } from "../../queries";
import { Allowed } from "../../roles/allowed";
import { useMerchant } from "../../session/merchant";
import { RecordLoading, RecordNotLoaded } from "../../shared/one-record";
import { paymentHref } from "../../shared/payment-href";
import { ShareLink } from "../../shared/share-link";
import { usePaymentDetail } from "../use-payments";
import { RequestForm } from "./request-form";
import { NEW_REQUEST, type RequestValues, requestBody, valuesLike } from "./request-values";

const BACK = { href: "/dashboard/get-paid", name: "Get paid" };

/** A new request: what is asked, who may pay, and the link that comes of it. */
export function NewRequest() {
  const { data: destination } = useDestination();
  const like = useSearchParams().get("like");
  return (
    <PageFrame operation="createSecurePayment" title="New request" back={BACK} isStill>
      {destination && like !== null && <LikeAnother destination={destination} requestId={like} />}
      {destination && like === null && <WithDestination destination={destination} initial={NEW_REQUEST} />}
      {destination === null && (
        <Card>
          <EmptyState
            title="No route configured"
            action={
              <Allowed to="createPayeeDestinationSession">
                <ButtonLink href="/dashboard" variant="primary">
                  Set up payment destination
                </ButtonLink>
              </Allowed>
            }
          >
            Say first where you want to be paid.
          </EmptyState>
        </Card>
      )}
    </PageFrame>
  );
}

/** Filled in as another request of the account was; nothing is created before the merchant says so. */
function LikeAnother({ destination, requestId }: { destination: DestinationRecord; requestId: string }) {
  const { data, error, refetch } = usePaymentDetail(requestId);
  if (data) return <WithDestination destination={destination} initial={valuesLike(data)} />;
  if (!error) return <RecordLoading what="payment" />;
  return <RecordNotLoaded what="payment" list="Get paid" error={error} onRetry={() => refetch()} />;
}

interface WithDestinationProps {
  destination: DestinationRecord;
  initial: RequestValues;
}

function WithDestination({ destination, initial }: WithDestinationProps) {
  const { api } = useMerchant();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [created, setCreated] = useState<SecurePaymentCreated | null>(null);
  const [once] = useState(createOnce);
  if (created) return <Created link={created} onAnother={() => setCreated(null)} />;
  return (
    <RequestForm
      destination={destination}
      initial={initial}
      onSubmit={async (values) => {
        const body = requestBody(values);
        const headers = once.headersFor(body);
        const link = await api<SecurePaymentCreated>("POST", "/v2/secure-payments", { body, headers });
        once.done();
        setCreated(link);
        toast("Payment request created.");
        await queryClient.invalidateQueries({ queryKey: ["payments"] });
      }}
    />
  );
}

function Created({ link, onAnother }: { link: SecurePaymentCreated; onAnother: () => void }) {
  const [requestId] = link.requestIds;
  return (
    <div className="grid max-w-2xl gap-6">
      <ShareLink url={link.securePaymentUrl} isOpen />
      <div className="flex flex-wrap gap-3">
        {requestId !== undefined && (
          <ButtonLink href={paymentHref("incoming", requestId)} variant="secondary">
            See its details
          </ButtonLink>
        )}
        <Button onClick={onAnother}>Request another</Button>
      </div>
    </div>
  );
}
