"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { useToast } from "@/components/ui/toast";
import type { DestinationRecord } from "@/server/payee-destinations/schema";
import type { SecurePaymentCreated } from "@/server/secure-payments/creating/create-schema";
import { PageFrame } from "../../frame/page-frame";
import { createOnce } from "../../once";
import { useDestination } from "../../queries";
import { useMerchant } from "../../session/merchant";
import { paymentHref } from "../columns";
import { ShareLink } from "../detail/share-link";
import { RequestForm } from "./request-form";
import { requestBody } from "./request-values";

const BACK = { href: "/dashboard/get-paid", name: "Get paid" };

/** A new request: what is asked, who may pay, and the link that comes of it. */
export function NewRequest() {
  const { data: destination } = useDestination();
  return (
    <PageFrame title="New request" back={BACK} isStill>
      {destination && <WithDestination destination={destination} />}
      {destination === null && (
        <Card>
          <EmptyState
            title="No route configured"
            action={
              <ButtonLink href="/dashboard" variant="primary">
                Set up payment destination
              </ButtonLink>
            }
          >
            Say first where you want to be paid.
          </EmptyState>
        </Card>
      )}
    </PageFrame>
  );
}

function WithDestination({ destination }: { destination: DestinationRecord }) {
  const { api } = useMerchant();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [created, setCreated] = useState<SecurePaymentCreated | null>(null);
  const [once] = useState(createOnce);
  if (created) return <Created link={created} onAnother={() => setCreated(null)} />;
  return (
    <RequestForm
      destination={destination}
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
