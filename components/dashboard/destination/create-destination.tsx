"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast";
import type { DestinationBody, DestinationRecord } from "@/server/payee-destinations/schema";
import { ApiFailure, messageOf } from "../api/api-failure";
import { DialogButton } from "../forms/dialog-button";
import { useMerchant } from "../session/merchant";
import { type RouteChoice, RouteFields, useReceivingChains } from "./route-fields";

/** A button that asks where to be paid, and sets it up. */
export function CreateDestination() {
  return (
    <DialogButton
      operation="createPayeeDestinationSession"
      text="Set up payment destination"
      variant="primary"
      size="lg"
      title="Create payment destination"
      description="The chain and token you are paid in. You can change them at any time."
    >
      {() => <CreateForm />}
    </DialogButton>
  );
}

function CreateForm() {
  const { address, api } = useMerchant();
  const toast = useToast();
  const [chosen, setChosen] = useState<RouteChoice | null>(useFirstChoice());
  const create = useMutation({
    mutationFn: (body: DestinationBody) => api<DestinationRecord>("POST", "/v1/payee-destination", { body }),
    onSuccess: () => toast("Payment destination created. You can be paid now."),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen && !create.isPending) create.mutate(chosen);
  };
  const fields = create.error instanceof ApiFailure ? create.error.fields : {};
  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-5">
      <RouteFields value={chosen} onChange={setChosen} errors={fields} />
      <Field
        label="Wallet address"
        hint="The wallet that opened the account. Whoever is signed in, payments go nowhere else."
      >
        {(control) => <Input {...control} readOnly value={address} className="font-mono text-xs" />}
      </Field>
      {create.isError && <Alert tone="danger">{messageOf(create.error)}</Alert>}
      <Button type="submit" variant="primary" isPending={create.isPending} disabled={!chosen}>
        Create destination
      </Button>
    </form>
  );
}

/** The only chain, where there is only one; otherwise the merchant says. */
function useFirstChoice(): RouteChoice | null {
  const chains = useReceivingChains();
  const [chain] = chains;
  const token = chain?.tokens.find(({ symbol }) => symbol === "USDC") ?? chain?.tokens[0];
  return chains.length === 1 && chain && token
    ? { chainId: chain.chainId, tokenAddress: token.address }
    : null;
}
