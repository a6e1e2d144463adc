"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { useToast } from "@/components/ui/toast";
import type { ApprovalPolicyBody, ApprovalPolicyRead } from "@/server/auth/approvals/schema";
import { DialogButton } from "../forms/dialog-button";
import { MutationForm } from "../forms/mutation-form";
import { useMerchant } from "../session/merchant";
import { Line } from "../shared/fact";
import { ReadFailed } from "../shared/read-failed";
import { useApprovalPolicy } from "./queries";

const KINDS = [
  { name: "destinations", label: "Where payments go", hint: "To set, change or deactivate the destination." },
  {
    name: "credentials",
    label: "Keys and client IDs",
    hint: "Keys that move money or manage the account, and every client ID.",
  },
  { name: "members", label: "Members", hint: "To invite, to change a role, to remove." },
] as const;

/** What needs a second person, and a way to change that. */
export function PolicyCard() {
  const { data, error, refetch } = useApprovalPolicy();
  return (
    <Card
      title="What needs a second person"
      description="One person asks, another owner or admin approves. While anything here is on, changing it needs a second person too."
      action={
        data && (
          <DialogButton
            operation="putApprovalPolicy"
            text="Change"
            title="What needs a second person"
            description={
              data.isOn
                ? "A second person has to approve the change."
                : "Two people with the role owner or admin are needed to turn this on."
            }
          >
            {(close) => <PolicyForm policy={data} onDone={close} />}
          </DialogButton>
        )
      }
    >
      {error && !data && <ReadFailed error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="w-2/3" />}
      {data && (
        <dl className="text-sm">
          {KINDS.map(({ name, label }) => (
            <Line key={name} name={label}>
              {data[name] ? "Needs a second person" : "One person"}
            </Line>
          ))}
          <Line name="Payouts and refunds">{paymentWords(data)}</Line>
          <Line name="People who can approve changes here">{data.people}</Line>
        </dl>
      )}
    </Card>
  );
}

function paymentWords({ dailyUsd, usedUsd }: ApprovalPolicyRead): string {
  if (dailyUsd === null) return "One person";
  if (/^[0.]+$/.test(dailyUsd)) return "All need a second person";
  return `Above ${dailyUsd} USD a day; ${usedUsd} USD are used today`;
}

function PolicyForm({ policy, onDone }: { policy: ApprovalPolicyRead; onDone: () => void }) {
  const { api } = useMerchant();
  const toast = useToast();
  const queries = useQueryClient();
  const { destinations, credentials, members, dailyUsd } = policy;
  const [wanted, setWanted] = useState<ApprovalPolicyBody>({ destinations, credentials, members, dailyUsd });
  const save = useMutation({
    mutationFn: () => api<ApprovalPolicyRead>("PUT", "/v2/approval-policy", { body: wanted }),
    onSuccess: async () => {
      toast("Saved.");
      await queries.invalidateQueries({ queryKey: ["approval-policy"] });
      onDone();
    },
  });
  return (
    <MutationForm mutation={save} onSubmit={() => save.mutate()} submit="Save" onCancel={onDone}>
      {KINDS.map(({ name, label, hint }) => (
        <Checkbox
          key={name}
          label={label}
          hint={hint}
          checked={wanted[name]}
          onChange={({ target }) => setWanted({ ...wanted, [name]: target.checked })}
        />
      ))}
      <Checkbox
        label="Payouts and refunds above a sum"
        hint="Also recurring payouts, and keys and client IDs that can pay. The sum is what all people create together on a day (UTC)."
        checked={wanted.dailyUsd !== null}
        onChange={({ target }) => setWanted({ ...wanted, dailyUsd: target.checked ? "1000" : null })}
      />
      {wanted.dailyUsd !== null && (
        <Field
          label="USD a day without a second person"
          hint="0 for none. What has no price needs a second person in any case."
        >
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={wanted.dailyUsd ?? ""}
              onChange={({ target }) => setWanted({ ...wanted, dailyUsd: target.value.trim() })}
            />
          )}
        </Field>
      )}
    </MutationForm>
  );
}
