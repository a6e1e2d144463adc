"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { shorten } from "@/components/ui/address";
import { Alert } from "@/components/ui/alert";
import { Amount } from "@/components/ui/amount";
import { Button, ButtonLink } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { PaymentRow } from "@/server/dashboard/payments-schema";
import type { CreateMulticallBody, MulticallCreated } from "@/server/secure-payments/multicall/schema";
import { messageOf } from "../api-failure";
import { createOnce } from "../once";
import { useMerchant } from "../session/merchant";
import { TotalList } from "./total-list";
import { totalsOf } from "./totals";
import { FEWEST } from "./use-chosen";

/** Several pending payouts as one payment: looked through once more, then paid on the payment page. */
export function SettleMulticall({ chosen, onDone }: { chosen: readonly PaymentRow[]; onDone: () => void }) {
  const { api } = useMerchant();
  const [isOpen, setOpen] = useState(false);
  const [once] = useState(createOnce);
  const create = useMutation({
    mutationFn: (body: CreateMulticallBody) =>
      api<MulticallCreated>("POST", "/v2/secure-payments/multicall-payouts", {
        body,
        headers: once.headersFor(body),
      }),
    onSuccess: once.done,
  });
  const close = () => {
    setOpen(false);
    if (create.isSuccess) onDone();
    create.reset();
  };
  const networks = new Set(chosen.map(({ network }) => network));
  return (
    <>
      <Button variant="primary" size="sm" disabled={chosen.length < FEWEST} onClick={() => setOpen(true)}>
        {chosen.length < FEWEST ? "Pay several together" : `Pay ${chosen.length} together`}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        size="lg"
        title={create.isSuccess ? "Multicall created" : `Review ${chosen.length} payouts`}
        description={
          create.isSuccess
            ? "Open the payment page and confirm it in your wallet."
            : "They are paid in one transaction, each to its own recipient."
        }
        footer={
          create.isSuccess ? (
            <>
              <Button onClick={close}>Done</Button>
              <ButtonLink href={create.data.securePaymentUrl} target="_blank" variant="primary">
                Open the payment page
              </ButtonLink>
            </>
          ) : (
            <>
              <Button onClick={close}>Cancel</Button>
              <Button
                variant="primary"
                disabled={networks.size > 1}
                isPending={create.isPending}
                onClick={() => create.mutate({ childTokens: chosen.flatMap(({ token }) => token ?? []) })}
              >
                Create multicall
              </Button>
            </>
          )
        }
      >
        <div className="grid gap-5">
          {networks.size > 1 && (
            <Alert tone="warning">
              These payouts are on different networks. One transaction happens on one network: choose those of
              one.
            </Alert>
          )}
          {create.isError && <Alert tone="danger">{messageOf(create.error)}</Alert>}
          <ul className="max-h-72 divide-y divide-dashed divide-line overflow-y-auto rounded-md bg-sunken px-4 text-sm">
            {chosen.map((row) => (
              <li key={row.requestId} className="flex flex-wrap justify-between gap-x-4 py-2.5">
                <span className="min-w-0">
                  <bdi className="wrap-anywhere">{row.reference ?? shorten(row.requestId)}</bdi>
                  <span className="ml-2 font-mono text-xs text-muted" title={row.payee}>
                    {shorten(row.payee)}
                  </span>
                </span>
                <Amount value={row.amount} unit={row.currency} />
              </li>
            ))}
          </ul>
          <TotalList totals={totalsOf(chosen)} />
        </div>
      </Dialog>
    </>
  );
}
