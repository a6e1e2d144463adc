"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { Dialog } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast";
import type { ApiKeyRecord, UpdateApiKeyBody } from "@/server/platforms/api-keys/schema";
import { Form } from "../forms/form";
import { submitting } from "../forms/submitting";
import { Allowed } from "../roles/allowed";
import { useMerchant } from "../session/merchant";
import { BoundFields } from "./bound-fields";
import { BOUND_NAMES, BOUNDS_OF_API, BoundValues, boundsOf } from "./key-values";

/** Changes from where an API key is taken, and how much it may create. */
export function ChangeBounds({ apiKey, onClose }: { apiKey: ApiKeyRecord; onClose: () => void }) {
  const { api } = useMerchant();
  const toast = useToast();
  const { id, label, allowedNetworks, dailyLimit } = apiKey;
  const form = useForm<BoundValues>({
    resolver: zodResolver(BoundValues),
    defaultValues: {
      networks: (allowedNetworks ?? []).join("\n"),
      payments: dailyLimit?.payments?.toString() ?? "",
      usd: dailyLimit?.usd ?? "",
    },
  });
  const change = useMutation({
    mutationFn: (body: UpdateApiKeyBody) => api<ApiKeyRecord>("PUT", `/v1/api-keys/${id}`, { body }),
  });
  const send = submitting(
    form,
    async (values) => {
      const { allowedNetworks = null, dailyLimit = null } = boundsOf(values);
      await change.mutateAsync({ allowedNetworks, dailyLimit });
      toast(`API key "${label}" changed.`);
      onClose();
    },
    BOUNDS_OF_API,
  );
  return (
    <Allowed to="updateApiKey">
      <Dialog
        isOpen
        onClose={onClose}
        title={`Limits of ${label}`}
        description="They hold from the next call on. What the key may do stays as it was made."
      >
        <Form form={form} onSubmit={send} submit="Save" onCancel={onClose}>
          <BoundFields form={form} names={BOUND_NAMES} />
        </Form>
      </Dialog>
    </Allowed>
  );
}
