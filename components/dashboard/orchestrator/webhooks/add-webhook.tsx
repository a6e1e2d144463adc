"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { OrchestratorWebhookCreated } from "@/server/webhooks/schema";
import { ApiFailure, messageOf } from "../../api/api-failure";
import { useDashboardConfig } from "../../config";
import { useMerchant } from "../../session/merchant";
import { WebhookSecret } from "../../webhooks/webhook-secret";

/** A button that asks for an address, makes the webhook, and shows its secret once. */
export function AddOrchestratorWebhook() {
  const { api } = useMerchant();
  const { isLocal } = useDashboardConfig();
  const [isOpen, setOpen] = useState(false);
  const [url, setUrl] = useState("");
  const create = useMutation({
    mutationFn: () =>
      api<OrchestratorWebhookCreated>("POST", "/v2/orchestrators/webhooks", { body: { url: url.trim() } }),
  });
  const close = () => {
    setOpen(false);
    setUrl("");
    create.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!create.isPending) create.mutate();
  };
  const wrong = create.error instanceof ApiFailure ? create.error.fields.url : undefined;
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Add webhook
      </Button>
      <Dialog
        isOpen={isOpen && !create.data}
        onClose={close}
        title="Add webhook"
        description="The address is called with a POST for every event. It has to answer within five seconds."
      >
        <form onSubmit={submit} noValidate className="grid gap-5">
          <Field
            label="URL"
            hint={isLocal ? "HTTPS, or HTTP on this machine." : "HTTPS, reachable from the internet."}
            error={wrong}
          >
            {(control) => (
              <Input
                {...control}
                type="url"
                value={url}
                onChange={({ target }) => setUrl(target.value)}
                placeholder="https://partner.example/events"
                autoComplete="off"
              />
            )}
          </Field>
          {create.isError && wrong === undefined && <Alert tone="danger">{messageOf(create.error)}</Alert>}
          <div className="flex justify-end gap-3">
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" variant="primary" isPending={create.isPending}>
              Create
            </Button>
          </div>
        </form>
      </Dialog>
      {create.data && <WebhookSecret secret={create.data.secret} onDone={close} />}
    </>
  );
}
