"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Address, shorten } from "@/components/ui/address";
import { Alert } from "@/components/ui/alert";
import { Amount } from "@/components/ui/amount";
import { Button, ButtonLink } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { PaymentRow } from "@/server/dashboard/payments-schema";
import type { CreateMulticallBody, MulticallCreated } from "@/server/secure-payments/wire/multicall-schema";
import { messageOf } from "../api/api-failure";
import { createOnce } from "../api/once";
import { useMerchant } from "../session/merchant";
import { RecipientNotice, useRecipients } from "./recipient-notice";
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
  const { data: recipients } = useRecipients(
    isOpen ? chosen.map(({ network, payee }) => ({ network, address: payee })) : [],
  );
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
          <ul className="max-h-96 divide-y divide-dashed divide-line overflow-y-auto rounded-md bg-sunken px-4 text-sm">
            {chosen.map((row) => (
              <li key={row.requestId} className="py-3">
                <div className="flex flex-wrap justify-between gap-x-4">
                  <bdi className="min-w-0 font-medium wrap-anywhere">
                    {row.reference ?? `No reference · ${shorten(row.requestId)}`}
                  </bdi>
                  <Amount value={row.amount} unit={row.currency} />
                </div>
                <div className="mt-1">
                  <Address value={row.payee} form="full" copy="recipient's address" />
                </div>
                <RecipientNotice recipient={recipients?.get(row.payee)} />
              </li>
            ))}
          </ul>
          <TotalList totals={totalsOf(chosen)} />
        </div>
      </Dialog>
    </>
  );
}
