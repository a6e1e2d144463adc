"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { CreateOrchestratorBody, type OrchestratorCreated } from "@/server/platforms/orchestrators/schema";
import { showFailure } from "../api/show-failure";
import { KeyShownOnce } from "../forms/shown-once";
import { useMerchant } from "../session/merchant";

/** A button that asks for a name, makes a partner account, and shows its first key once. */
export function NewOrchestrator() {
  const [isOpen, setOpen] = useState(false);
  const [key, setKey] = useState<string | null>(null);
  const close = () => {
    setOpen(false);
    setKey(null);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>New partner account</Button>
      <Dialog
        isOpen={isOpen && key === null}
        onClose={close}
        title="New partner account"
        description="Platforms that you invite see its name and its address for questions."
      >
        <NewOrchestratorForm onCancel={close} onCreated={setKey} />
      </Dialog>
      {key !== null && <KeyShownOnce value={key} what="Orchestrator key" undo="revokes" onDone={close} />}
    </>
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
  const { errors, isSubmitting } = form.formState;
  const send = form.handleSubmit(async (body) => {
    try {
      props.onCreated((await create.mutateAsync(body)).rawKey);
    } catch (error) {
      showFailure(form, error);
    }
  });
  return (
    <form onSubmit={send} noValidate className="grid gap-5">
      <Field label="Name" error={errors.orchestratorName?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register("orchestratorName")}
            maxLength={100}
            autoComplete="organization"
          />
        )}
      </Field>
      <Field
        label="Email"
        hint="Where platforms can ask you something."
        error={errors.orchestratorContactEmail?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register("orchestratorContactEmail")}
            type="email"
            autoComplete="email"
          />
        )}
      </Field>
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      <div className="flex justify-end gap-3">
        <Button onClick={props.onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" isPending={isSubmitting}>
          Create
        </Button>
      </div>
    </form>
  );
}
