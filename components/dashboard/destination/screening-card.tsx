"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast";
import type { DestinationBody, DestinationRecord } from "@/server/payee-destinations/schema";
import {
  isScreeningProvider,
  SCREENING_PROVIDERS,
  USUAL_SCREENING_PROVIDER,
} from "@/server/providers/kyt/names";
import { messageOf } from "../api/api-failure";
import { Allowed } from "../roles/allowed";
import { useMerchant } from "../session/merchant";
import { Line } from "../shared/fact";
import { POLICY_PROVIDER_OPTIONS } from "../shared/screening-providers";

type Policy = NonNullable<DestinationRecord["accessPolicy"]>;

const OFF: Policy = {
  mode: "off",
  screeningProvider: null,
  hideUntilApproved: false,
  hidePayeeAddress: false,
};

/** Whose money the destination accepts, unless a request says otherwise. */
export function ScreeningCard({ destination }: { destination: DestinationRecord }) {
  return (
    <Card
      title="Screening"
      description="Who may see your links and pay them. A single request can be stricter or more open."
    >
      <Allowed
        to="updatePayeeDestinationSession"
        otherwise={<ScreeningFacts policy={destination.accessPolicy ?? OFF} />}
      >
        <ScreeningForm destination={destination} />
      </Allowed>
    </Card>
  );
}

function ScreeningFacts({ policy }: { policy: Policy }) {
  const { mode, screeningProvider, hideUntilApproved, hidePayeeAddress } = policy;
  const isScreened = mode === "kyt_all_wallets";
  return (
    <dl className="-my-2.5 text-sm">
      <Line name="Payers' wallets are screened">
        {isScreened
          ? `Yes${screeningProvider ? `, by ${SCREENING_PROVIDERS[screeningProvider].name}` : ""}`
          : "No"}
      </Line>
      <Line name="The payment is hidden until the wallet is approved">
        {hideUntilApproved ? "Yes" : "No"}
      </Line>
      <Line name="The link hides the wallet that is paid">{hidePayeeAddress ? "Yes" : "No"}</Line>
    </dl>
  );
}

function ScreeningForm({ destination }: { destination: DestinationRecord }) {
  const { api } = useMerchant();
  const toast = useToast();
  const stored = destination.accessPolicy ?? OFF;
  const [policy, setPolicy] = useState<Policy>(stored);
  const save = useMutation({
    mutationFn: (body: DestinationBody) => api<DestinationRecord>("PUT", "/v1/payee-destination", { body }),
    onSuccess: () => toast("Screening policy saved."),
  });
  const isScreened = policy.mode === "kyt_all_wallets";
  const isChanged = JSON.stringify(policy) !== JSON.stringify(stored);
  const change = (part: Partial<Policy>) => setPolicy((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged || save.isPending) return;
    save.mutate({
      chainId: destination.chainId,
      tokenAddress: destination.tokenAddress,
      accessPolicy: policy,
    });
  };
  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-5">
      <Checkbox
        isSwitch
        label="Screen every payer's wallet"
        hint="A wallet that is rejected cannot pay; what it sends all the same does not count as paid."
        checked={isScreened}
        onChange={({ target }) =>
          change(
            target.checked
              ? {
                  mode: "kyt_all_wallets",
                  screeningProvider: policy.screeningProvider ?? USUAL_SCREENING_PROVIDER,
                }
              : { mode: "off", screeningProvider: null },
          )
        }
      />
      {isScreened && (
        <Field label="Screening provider" className="max-w-sm">
          {(control) => (
            <Select
              {...control}
              value={policy.screeningProvider ?? ""}
              onChange={({ target }) => {
                if (isScreeningProvider(target.value)) change({ screeningProvider: target.value });
              }}
              options={POLICY_PROVIDER_OPTIONS}
            />
          )}
        </Field>
      )}
      <Checkbox
        isSwitch
        label="Hide the payment until the wallet is approved"
        hint="Amount and reference stay hidden before."
        checked={policy.hideUntilApproved}
        onChange={({ target }) => change({ hideUntilApproved: target.checked })}
      />
      <Checkbox
        isSwitch
        label="Hide my wallet address"
        hint="The link does not show it. Whoever pays sees it on chain."
        checked={policy.hidePayeeAddress}
        onChange={({ target }) => change({ hidePayeeAddress: target.checked })}
      />
      {save.isError && <Alert tone="danger">{messageOf(save.error)}</Alert>}
      <Button
        type="submit"
        variant="primary"
        className="justify-self-start"
        disabled={!isChanged}
        isPending={save.isPending}
      >
        Save screening
      </Button>
    </form>
  );
}
