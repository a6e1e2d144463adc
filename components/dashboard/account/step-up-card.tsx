"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { useToast } from "@/components/ui/toast";
import type { StepUpSettings } from "@/server/auth/step-up/schema";
import { DialogButton } from "../forms/dialog-button";
import { MutationForm } from "../forms/mutation-form";
import { useMerchant } from "../session/merchant";
import { Line } from "../shared/fact";
import { ReadFailed } from "../shared/read-failed";

const KEY = ["step-up-settings"];

/** Which sessions confirm their changes with a wallet or passkey, and which payments. */
export function StepUpCard() {
  const { api } = useMerchant();
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api<StepUpSettings>("GET", "/v1/dashboard/step-up", { signal }),
  });
  return (
    <Card
      title="Confirming changes"
      description="Changes of keys, members, destinations and webhooks are confirmed with a wallet or passkey, so that a stolen session alone changes nothing."
      action={
        data && (
          <DialogButton
            operation="updateStepUpSettings"
            text="Change"
            title="Confirming changes"
            description="You confirm this change too."
          >
            {(close) => <StepUpForm settings={data} onDone={close} />}
          </DialogButton>
        )
      }
    >
      {error && !data && <ReadFailed error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="w-2/3" />}
      {data && (
        <dl className="text-sm">
          <Line name="Who confirms">
            {data.isForEverySession
              ? "Every session"
              : "Sessions of the dashboard, and all once there are two people"}
          </Line>
          <Line name="Payouts and refunds">
            {data.paymentsAboveUsd === null
              ? "Without a confirmation"
              : `Above ${data.paymentsAboveUsd} USD each, and where there is no price`}
          </Line>
        </dl>
      )}
    </Card>
  );
}

function StepUpForm({ settings, onDone }: { settings: StepUpSettings; onDone: () => void }) {
  const { api } = useMerchant();
  const toast = useToast();
  const queries = useQueryClient();
  const [wanted, setWanted] = useState(settings);
  const save = useMutation({
    mutationFn: () => api<StepUpSettings>("PUT", "/v1/dashboard/step-up", { body: wanted }),
    onSuccess: async () => {
      toast("Saved.");
      await queries.invalidateQueries({ queryKey: KEY });
      onDone();
    },
  });
  return (
    <MutationForm mutation={save} onSubmit={() => save.mutate()} submit="Save" onCancel={onDone}>
      <Checkbox
        label="Every session confirms its changes"
        hint="Also programs that sign in through the API. They have to know how."
        checked={wanted.isForEverySession}
        onChange={({ target }) => setWanted({ ...wanted, isForEverySession: target.checked })}
      />
      <Checkbox
        label="Confirm payouts and refunds above a sum"
        hint="Each of them, also recurring payouts with all that they pay."
        checked={wanted.paymentsAboveUsd !== null}
        onChange={({ target }) => setWanted({ ...wanted, paymentsAboveUsd: target.checked ? "1000" : null })}
      />
      {wanted.paymentsAboveUsd !== null && (
        <Field label="USD without a confirmation">
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={wanted.paymentsAboveUsd ?? ""}
              onChange={({ target }) => setWanted({ ...wanted, paymentsAboveUsd: target.value.trim() })}
            />
          )}
        </Field>
      )}
    </MutationForm>
  );
}
