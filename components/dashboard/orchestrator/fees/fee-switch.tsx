"use client";

import { useMutation } from "@tanstack/react-query";
import { Checkbox } from "@/components/ui/checkbox";
import { useToast } from "@/components/ui/toast";
import type { FeeConfig } from "@/server/fees/configs/schema";
import { messageOf } from "../../api-failure";
import { useMerchant } from "../../session/merchant";
import { bearerWords } from "./fee-words";

/** On or off at once; it goes back when the service refuses. */
export function FeeSwitch({ config }: { config: FeeConfig }) {
  const { api } = useMerchant();
  const toast = useToast();
  const change = useMutation({
    mutationFn: (isActive: boolean) =>
      api<FeeConfig>("PATCH", `/v2/orchestrators/fee-configs/${config.id}`, {
        body: {
          status: isActive ? "active" : "disabled",
          ...(config.clientId === undefined ? {} : { clientId: config.clientId }),
        },
      }),
    onError: (error) => toast(messageOf(error), "danger"),
  });
  return (
    <Checkbox
      isSwitch
      isLabelHidden
      label={`Active: ${bearerWords(config)}`}
      checked={change.isPending ? change.variables : config.status === "active"}
      onChange={({ target }) => change.mutate(target.checked)}
      className="justify-end sm:justify-start"
    />
  );
}
