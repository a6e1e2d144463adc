"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Alert } from "@/components/ui/alert";
import { Button, ButtonLink } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import type { RecurringPayoutCreated } from "@/server/recurring-payouts/schema";
import { ApiFailure, messageOf } from "../../api/api-failure";
import { createOnce } from "../../api/once";
import { showFailure } from "../../api/show-failure";
import { useDashboardConfig } from "../../config";
import { PageFrame } from "../../frame/page-frame";
import { useUsual } from "../../payouts/new-payment";
import { useMerchant } from "../../session/merchant";
import { ShareLink } from "../../shared/share-link";
import { scheduleHref } from "../columns";
import { ScheduleForm } from "./schedule-form";
import { ScheduleReview } from "./schedule-review";
import { ScheduleValues, scheduleBody } from "./schedule-values";

const BACK = { href: "/dashboard/recurring", name: "Recurring" };

/** A new schedule: filled in, looked through with its actual dates, and then a link for the payer. */
export function NewSchedule() {
  const [created, setCreated] = useState<RecurringPayoutCreated | null>(null);
  return (
    <PageFrame
      operation="createDashboardSchedule"
      title={created ? "Schedule created" : "New schedule"}
      back={BACK}
      isStill
    >
      {created ? <Created schedule={created} /> : <Steps onCreated={setCreated} />}
    </PageFrame>
  );
}

function Steps({ onCreated }: { onCreated: (schedule: RecurringPayoutCreated) => void }) {
  const { api, address, family } = useMerchant();
  const usual = useUsual();
  const { networks } = useDashboardConfig();
  // Tron has no such contract: whoever is paid there chooses another network.
  const isPossible = networks.some(({ id, family }) => id === usual.network && family === "evm");
  const toast = useToast();
  const queryClient = useQueryClient();
  const [once] = useState(createOnce);
  const [review, setReview] = useState<ScheduleValues | null>(null);
  const [failure, setFailure] = useState<string>();
  const [isPending, setPending] = useState(false);
  const form = useForm<ScheduleValues>({
    resolver: zodResolver(ScheduleValues),
    defaultValues: {
      payee: "",
      payer: family === "evm" ? address : "",
      ...(isPossible ? usual : { network: "", currency: "" }),
      amount: "",
      frequency: "MONTHLY",
      startDate: "",
      payments: "12",
      reference: "",
    },
  });
  const create = async (values: ScheduleValues) => {
    const body = scheduleBody(values);
    setPending(true);
    try {
      const schedule = await api<RecurringPayoutCreated>("POST", "/v1/dashboard/schedules", {
        body,
        headers: once.headersFor(body),
      });
      once.done();
      toast("Schedule created.");
      await queryClient.invalidateQueries({ queryKey: ["schedules"] });
      onCreated(schedule);
    } catch (error) {
      setPending(false);
      // What is wrong with a field is said beside it.
      if (error instanceof ApiFailure && Object.keys(error.fields).length > 0) {
        setReview(null);
        showFailure(form, error, FIELDS);
      } else setFailure(messageOf(error));
    }
  };
  if (!review)
    return (
      <ScheduleForm
        form={form}
        onReview={(values) => {
          setFailure(undefined);
          setReview(values);
        }}
      />
    );
  return (
    <ScheduleReview
      values={review}
      failure={failure}
      isPending={isPending}
      onBack={() => setReview(null)}
      onCreate={() => create(review)}
    />
  );
}

/** The form's names for what the API calls otherwise. */
const FIELDS = {
  paymentCurrency: "currency",
  invoiceCurrency: "currency",
  "recurrence.payer": "payer",
  "recurrence.startDate": "startDate",
  "recurrence.totalPayments": "payments",
  "recurrence.frequency": "frequency",
} as const;

function Created({ schedule: { id, metadata } }: { schedule: RecurringPayoutCreated }) {
  return (
    <div className="grid max-w-2xl gap-6">
      <Alert tone="info">
        Nothing is paid before the payer has signed. Send this link to the payer only.
      </Alert>
      {metadata.payerPageUrl !== undefined && (
        <ShareLink
          url={metadata.payerPageUrl}
          isOpen
          name="Link for the payer"
          description="The payer opens it, reads what the permit allows, and signs."
        />
      )}
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={scheduleHref(id)}>See the schedule</ButtonLink>
        <Button onClick={() => window.location.reload()}>Set up another</Button>
      </div>
    </div>
  );
}
