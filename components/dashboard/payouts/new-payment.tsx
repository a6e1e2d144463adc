"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { useState } from "react";
import { Plus } from "@/components/icons/icons";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast";
import type { SecurePaymentCreated } from "@/server/secure-payments/wire/create-schema";
import { createOnce } from "../api/once";
import { useDashboardConfig } from "../config";
import { usePaymentDetail } from "../payments/use-payments";
import { useDestination } from "../queries";
import { useMerchant } from "../session/merchant";
import { RecordLoading, RecordNotLoaded } from "../shared/one-record";
import { ShareLink } from "../shared/share-link";
import { PayoutForm, type PayoutFormProps } from "./payout-form";
import { type PayoutValues, payoutBody, payoutLike } from "./payout-values";

/** A button that asks whom to pay, and gives the link that pays them. `?like=` opens it filled in as another payout. */
export function NewPayment() {
  const { api, address } = useMerchant();
  const toast = useToast();
  const queryClient = useQueryClient();
  const query = useSearchParams();
  const like = query.get("like");
  const pathname = usePathname();
  const [isOpen, setOpen] = useState(false);
  const [created, setCreated] = useState<SecurePaymentCreated | null>(null);
  const [once] = useState(createOnce);
  const initial = useUsual();
  const close = () => {
    setOpen(false);
    setCreated(null);
    if (like === null) return;
    const rest = new URLSearchParams(query);
    rest.delete("like");
    window.history.replaceState(null, "", rest.size === 0 ? pathname : `${pathname}?${rest}`);
  };
  const create = async (values: PayoutValues) => {
    const body = payoutBody(values, address);
    const headers = once.headersFor(body);
    setCreated(await api<SecurePaymentCreated>("POST", "/v2/secure-payments/payouts", { body, headers }));
    once.done();
    toast("Payment created.");
    await queryClient.invalidateQueries({ queryKey: ["payments"] });
  };
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden="true" />
        New payment
      </Button>
      <Dialog
        isOpen={isOpen || like !== null}
        onClose={close}
        title={created ? "Payment created" : "New payment"}
        description={
          created
            ? "Pay it yourself on the payment page, or send the link to whoever pays for you."
            : "It becomes a link. Nothing is paid before somebody confirms it in a wallet."
        }
        footer={created && <Button onClick={close}>Done</Button>}
      >
        {created && <ShareLink url={created.securePaymentUrl} isOpen />}
        {!created && like !== null && <LikeAnother requestId={like} onCancel={close} onSubmit={create} />}
        {!created && like === null && <PayoutForm initial={initial} onCancel={close} onSubmit={create} />}
      </Dialog>
    </>
  );
}

/** Filled in as another payout of the account was; nothing is created before the merchant says so. */
function LikeAnother({
  requestId,
  ...form
}: { requestId: string } & Pick<PayoutFormProps, "onCancel" | "onSubmit">) {
  const { data, error, refetch } = usePaymentDetail(requestId);
  if (data) return <PayoutForm initial={payoutLike(data.payment)} {...form} />;
  if (!error) return <RecordLoading what="payment" />;
  return <RecordNotLoaded what="payment" list="Pay" error={error} onRetry={() => refetch()} />;
}

/** The merchant's own network and token, as a start. */
export function useUsual(): { network: string; currency: string } {
  const { networks } = useDashboardConfig();
  const { data: destination } = useDestination();
  const network = networks.find(({ chainId }) => chainId === destination?.chainId) ?? networks[0];
  const token =
    network?.tokens.find(
      ({ address }) => address?.toLowerCase() === destination?.tokenAddress.toLowerCase(),
    ) ?? network?.tokens.find(({ address }) => address !== null);
  return { network: network?.id ?? "", currency: token?.id ?? "" };
}
