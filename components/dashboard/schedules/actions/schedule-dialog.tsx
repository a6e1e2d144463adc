"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useToast } from "@/components/ui/toast";
import type { ScheduleRow, UpdateScheduleBody } from "@/server/dashboard/schedules/schema";
import type { RecurringUpdated } from "@/server/recurring-payouts/schema";
import { useMerchant } from "../../session/merchant";

export type ScheduleAction = UpdateScheduleBody["action"];

/** What a merchant can do about a schedule in this state. */
export function actionsOf({ status }: Pick<ScheduleRow, "status">): ScheduleAction[] {
  if (status === "completed" || status === "cancelled") return [];
  if (status === "active") return ["pause", "cancel"];
  return status === "paused" ? ["unpause", "cancel"] : ["cancel"];
}

export const ACTION_NAMES: Record<ScheduleAction, string> = {
  pause: "Pause",
  unpause: "Resume",
  cancel: "Cancel schedule",
};

const TITLES: Record<ScheduleAction, string> = {
  pause: "Pause this schedule?",
  unpause: "Resume this schedule?",
  cancel: "Cancel this schedule?",
};

const DONE: Record<ScheduleAction, string> = {
  pause: "Schedule paused.",
  unpause: "Schedule resumed.",
  cancel: "Schedule cancelled.",
};

interface ScheduleDialogProps {
  action: ScheduleAction;
  schedule: ScheduleRow;
  onClose: () => void;
}

/** Asks once more before a schedule is paused, resumed or cancelled, and does it. */
export function ScheduleDialog({ action, schedule, onClose }: ScheduleDialogProps) {
  const { api } = useMerchant();
  const toast = useToast();
  const queryClient = useQueryClient();
  const update = useMutation({
    mutationFn: () =>
      api<RecurringUpdated>("PATCH", `/v1/dashboard/schedules/${schedule.id}`, { body: { action } }),
    onSuccess: () => toast(DONE[action]),
    // Also when it was refused: the schedule may have moved meanwhile.
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: ["schedule", schedule.id] });
      await queryClient.invalidateQueries({ queryKey: ["schedules"] });
    },
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={TITLES[action]}
      confirm={ACTION_NAMES[action]}
      isDangerous={action === "cancel"}
      onConfirm={() => update.mutateAsync()}
    >
      {action === "pause" &&
        "No instalment is begun until you resume it; one that is on its way may still arrive. The payer's signature stays valid: to end it for good, cancel the schedule."}
      {action === "unpause" &&
        "Instalments that were missed are paid now, one after the other, and the others when they are due."}
      {action === "cancel" &&
        "No instalment is begun any more; one that is on its way may still arrive. This cannot be undone."}
      {action === "cancel" &&
        schedule.signedAt !== null &&
        " After that the payer can end it in the contract too, so that the signature is worth nothing to anybody."}
    </ConfirmDialog>
  );
}
