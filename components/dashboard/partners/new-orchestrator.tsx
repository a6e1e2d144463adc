"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { CreateOrchestratorBody, type OrchestratorCreated } from "@/server/platforms/orchestrators/schema";
import { Form } from "../forms/form";
import { TextField } from "../forms/form-fields";
import { MakeAndShow } from "../forms/make-and-show";
import { KeyShownOnce } from "../forms/shown-once";
import { submitting } from "../forms/submitting";
import { useMerchant } from "../session/merchant";

/** A button that asks for a name, makes a partner account, and shows its first key once. */
export function NewOrchestrator() {
  return (
    <MakeAndShow
      operation="createOrchestrator"
      title="New partner account"
      description="Platforms that you invite see its name and its address for questions."
      form={(close, onMade) => <NewOrchestratorForm onCancel={close} onCreated={onMade} />}
      shown={(key, close) => (
        <KeyShownOnce value={key} what="Orchestrator key" undo="revokes" onDone={close} />
      )}
    />
  );
}

function NewOrchestratorForm(props: { onCancel: () => void; onCreated: (key: string) => void }) {
  const { api } = useMerchant();
  const form = useForm<CreateOrchestratorBody>({
    resolver: zodResolver(CreateOrchestratorBody),
    defaultValues: { orchestratorName: "", orchestratorContactEmail: "" },
  });
  const create = useMutation({
    mutationFn: (body: CreateOrchestratorBody) =>
      api<OrchestratorCreated>("POST", "/v2/orchestrators", { body }),
  });
  const send = submitting(form, async (body) => {
    props.onCreated((await create.mutateAsync(body)).rawKey);
  });
  return (
    <Form form={form} onSubmit={send} submit="Create" onCancel={props.onCancel}>
      <TextField
        label="Name"
        form={form}
        name="orchestratorName"
        maxLength={100}
        autoComplete="organization"
      />
      <TextField
        label="Email"
        hint="Where platforms can ask you something."
        form={form}
        name="orchestratorContactEmail"
        type="email"
        autoComplete="email"
      />
    </Form>
  );
}
