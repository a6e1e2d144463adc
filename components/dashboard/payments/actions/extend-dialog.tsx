"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { PaymentDetail } from "@/server/dashboard/detail-schema";
import type { LinkTime } from "@/server/secure-payments/deadline/schema";
import { MutationForm } from "../../forms/mutation-form";
import { useMerchant } from "../../session/merchant";

const DAY_MS = 86_400_000;
const MAX_DAYS = 90;
const CHOICES = [1, 3, 7, 14, 30, 60];

/** Gives a link more time, counted from its end or, where that is over, from now. */
export function ExtendDialog({ detail, onClose }: { detail: PaymentDetail; onClose: () => void }) {
  const { payment, actions } = detail;
  const { api } = useMerchant();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [now] = useState(() => Date.now());
  const [days, setDays] = useState("7");
  const from = actions.canCancel ? Math.max(now, Date.parse(payment.expiresAt ?? "") || now) : now;
  const choices = CHOICES.filter((number) => from + number * DAY_MS <= now + MAX_DAYS * DAY_MS);
  const expiresAt = new Date(from + Number(days) * DAY_MS).toISOString();
  const extend = useMutation({
    mutationFn: () =>
      api<LinkTime>("POST", `/v1/dashboard/payments/${payment.requestId}/extend`, { body: { expiresAt } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["payment"] });
      toast(actions.canCancel ? "Link extended." : "Link opened again.");
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={actions.canCancel ? "Extend this link" : "Open this link again"}
      description="The same link, amount and rules; only its end moves."
    >
      {choices.length === 0 ? (
        <p className="text-sm">This link already lasts as long as a link can: {MAX_DAYS} days from now.</p>
      ) : (
        <MutationForm
          mutation={extend}
          onSubmit={() => extend.mutate()}
          submit={actions.canCancel ? "Extend" : "Open again"}
          onCancel={onClose}
        >
          <Field label={actions.canCancel ? "Longer by" : "For"}>
            {(control) => (
              <Select
                {...control}
                value={days}
                onChange={({ target }) => setDays(target.value)}
                options={choices.map((number) => ({
                  value: String(number),
                  label: number === 1 ? "1 day" : `${number} days`,
                }))}
              />
            )}
          </Field>
          <p className="text-sm text-muted">
            It then ends on <Time value={expiresAt} form="absolute" />.
            {actions.payments > 1 && ` It asks for ${actions.payments} payments, which all get the time.`}
          </p>
        </MutationForm>
      )}
    </Dialog>
  );
}
