"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { Recovery } from "@/server/auth/recovery/schema";
import { messageOf } from "../api/api-failure";
import { Allowed } from "../roles/allowed";
import { useMerchant } from "../session/merchant";
import { useRecoveries } from "./queries";

/** A recovery that waits, with the press that stops it. It stays while it waits; nothing while there is none. */
export function RecoveryNotice() {
  return (
    <Allowed to="listRecoveries">
      <Waiting />
    </Allowed>
  );
}

function Waiting() {
  const { data } = useRecoveries();
  const waiting = data?.recoveries.find(({ state }) => state === "waiting");
  return waiting ? <Notice recovery={waiting} /> : null;
}

function Notice({ recovery: { id, wallet, reason, waitsUntil } }: { recovery: Recovery }) {
  const { api } = useMerchant();
  const queryClient = useQueryClient();
  const toast = useToast();
  const stop = useMutation({
    mutationFn: () => api("POST", `/v1/dashboard/recoveries/${id}/stop`),
    onSuccess: async () => {
      toast("The recovery was stopped. Nothing has changed.");
      await queryClient.invalidateQueries({ queryKey: ["recoveries"] });
      await queryClient.invalidateQueries({ queryKey: ["alarms"] });
    },
    onError: (error) => toast(messageOf(error), "danger"),
  });
  return (
    <div className="mb-6">
      <Alert tone="danger" title="The operator of this service gives this account another owner">
        <p>
          From <Time value={waitsUntil} form="absolute" />{" "}
          {wallet === null ? (
            "whoever has the operator's invitation"
          ) : (
            <>
              the wallet <bdi className="font-mono text-xs break-all">{wallet}</bdi>
            </>
          )}{" "}
          can do everything here. It is meant for accounts whose owners are lost. The reason given: “
          <bdi className="wrap-anywhere">{reason}</bdi>”
        </p>
        <Allowed to="stopRecovery">
          <Button
            variant="danger-solid"
            size="sm"
            className="mt-3"
            isPending={stop.isPending}
            onClick={() => stop.mutate()}
          >
            Stop it: an owner is here
          </Button>
        </Allowed>
      </Alert>
    </div>
  );
}
