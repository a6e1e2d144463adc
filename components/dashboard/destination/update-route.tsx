"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useToast } from "@/components/ui/toast";
import type { DestinationBody, DestinationRecord } from "@/server/payee-destinations/schema";
import { ApiFailure, messageOf } from "../api/api-failure";
import { Allowed } from "../roles/allowed";
import { useMerchant } from "../session/merchant";
import { DeleteRoute } from "./delete-route";
import { type RouteChoice, RouteFields } from "./route-fields";

/** Another chain or token for the same wallet, or no route at all. */
export function UpdateRoute({ destination }: { destination: DestinationRecord }) {
  const { api } = useMerchant();
  const toast = useToast();
  const current = { chainId: destination.chainId, tokenAddress: destination.tokenAddress };
  const [chosen, setChosen] = useState<RouteChoice>(current);
  const update = useMutation({
    mutationFn: (body: DestinationBody) => api<DestinationRecord>("PUT", "/v1/payee-destination", { body }),
    onSuccess: () => toast("Receiving route updated."),
  });
  const isChanged = chosen.chainId !== current.chainId || chosen.tokenAddress !== current.tokenAddress;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && !update.isPending) update.mutate(chosen);
  };
  return (
    <Card
      title="Update receiving route"
      description="Requests made from now on use it. Links that exist already are still paid where they say."
    >
      <form onSubmit={submit} className="grid grid-cols-1 gap-5">
        <RouteFields
          value={chosen}
          onChange={setChosen}
          current={current}
          errors={update.error instanceof ApiFailure ? update.error.fields : {}}
        />
        {update.isError && <Alert tone="danger">{messageOf(update.error)}</Alert>}
        <div className="flex flex-wrap justify-between gap-3">
          <Button type="submit" variant="primary" disabled={!isChanged} isPending={update.isPending}>
            Update route
          </Button>
          <Allowed to="deactivateMyPayeeDestination">
            <DeleteRoute destination={destination} />
          </Allowed>
        </div>
      </form>
    </Card>
  );
}
