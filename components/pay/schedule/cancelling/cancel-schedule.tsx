"use client";

import { CancelStep } from "@/components/pay/schedule/cancelling/cancel-step";
import {
  type CancelScheduleProps,
  useCancelFlow,
} from "@/components/pay/schedule/cancelling/use-cancel-flow";

/** The payer's wallet is here, and the schedule can be ended with it. */
export function CancelSchedule(props: CancelScheduleProps) {
  const { flow, lower, open, close, back, cancel, takeBack } = useCancelFlow(props);
  const actions = { open, close, back, cancel, takeBack };
  return <CancelStep page={props.page} flow={flow} lower={lower} actions={actions} />;
}
