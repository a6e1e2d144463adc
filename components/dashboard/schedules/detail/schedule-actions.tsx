"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useToast } from "@/components/ui/toast";
import type { ScheduleRow, UpdateScheduleBody } from "@/server/dashboard/schedules/schema";
import type { RecurringUpdated } from "@/server/recurring-payouts/schema";
import { useMerchant } from "../../session/merchant";

type Action = UpdateScheduleBody["action"];

const DONE: Record<Action, string> = {
  pause: "Schedule paused.",
  unpause: "Schedule resumed.",
  cancel: "Schedule cancelled.",
};

/** Pausing, resuming and cancelling, each asked once more. */
export function ScheduleActions({ schedule }: { schedule: ScheduleRow }) {
  const { api } = useMerchant();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Action | null>(null);
  const update = useMutation({
    mutationFn: (action: Action) =>
      api<RecurringUpdated>("PATCH", `/v1/dashboard/schedules/${schedule.id}`, { body: { action } }),
    onSuccess: (_, action) => toast(DONE[action]),
    // Also when it was refused: the schedule may have moved meanwhile.
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: ["schedule", schedule.id] });
      await queryClient.invalidateQueries({ queryKey: ["schedules"] });
    },
  });
  const { status } = schedule;
  if (status === "completed" || status === "cancelled") return null;
  const close = () => setAsked(null);
  return (
    <>
      {status === "active" && <Button onClick={() => setAsked("pause")}>Pause</Button>}
      {status === "paused" && (
        <Button variant="primary" onClick={() => setAsked("unpause")}>
          Resume
        </Button>
      )}
      <Button variant="danger" onClick={() => setAsked("cancel")}>
        Cancel schedule
      </Button>
      <ConfirmDialog
        isOpen={asked === "pause"}
        onClose={close}
        title="Pause this schedule?"
        confirm="Pause"
        isDangerous={false}
        onConfirm={() => update.mutateAsync("pause")}
      >
        No instalment is begun until you resume it; one that is on its way may still arrive. The payer&apos;s
        signature stays valid: to end it for good, cancel the schedule.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === "unpause"}
        onClose={close}
        title="Resume this schedule?"
        confirm="Resume"
        isDangerous={false}
        onConfirm={() => update.mutateAsync("unpause")}
      >
        Instalments that were missed are paid now, one after the other, and the others when they are due.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === "cancel"}
        onClose={close}
        title="Cancel this schedule?"
        confirm="Cancel schedule"
        onConfirm={() => update.mutateAsync("cancel")}
      >
        No instalment is begun any more; one that is on its way may still arrive. This cannot be undone.
        {schedule.signedAt !== null &&
          " After that the payer can end it in the contract too, so that the signature is worth nothing to anybody."}
      </ConfirmDialog>
    </>
  );
}
