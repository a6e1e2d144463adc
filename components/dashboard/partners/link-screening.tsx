"use client";

import { useMutation } from "@tanstack/react-query";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast";
import type { PlatformLink } from "@/server/onboarding/schema";
import { messageOf } from "../api-failure";
import { PROVIDER_NAMES, providerNames } from "../orchestrator/provider-names";
import { useMerchant } from "../session/merchant";

const NONE = "none";
const OPTIONS = [
  { value: NONE, label: "None" },
  ...Object.entries(PROVIDER_NAMES).map(([value, label]) => ({ value, label })),
];

/** Who screens the payers of one link: to see where the partner prescribes it, to choose where it does not (OK-02, OK-03). */
export function LinkScreening({ link }: { link: PlatformLink }) {
  const { api } = useMerchant();
  const toast = useToast();
  const change = useMutation({
    mutationFn: (provider: string | null) =>
      api("PUT", `/v1/client-id-links/${link.clientIdId}/kyt`, { body: { provider } }),
    onSuccess: () => toast("Screening changed, for links created from now on."),
    onError: (error) => toast(messageOf(error), "danger"),
  });
  if (link.kytControl === null) return <>As your destination says</>;
  if (link.kytControl === "orchestrator") {
    return (
      <>
        {link.kyt ? providerNames(link.kyt) : "None"}
        <span className="text-muted">, prescribed by the partner</span>
      </>
    );
  }
  const stored = link.kyt?.providers[0]?.provider ?? NONE;
  const shown = change.isPending ? (change.variables ?? NONE) : stored;
  return (
    <Select
      aria-label={`Screening of payers, ${link.partner}`}
      className="max-w-56"
      value={shown}
      options={OPTIONS}
      onChange={({ target }) => change.mutate(target.value === NONE ? null : target.value)}
    />
  );
}
