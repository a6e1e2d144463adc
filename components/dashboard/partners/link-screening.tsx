"use client";

import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast";
import type { PlatformLink } from "@/server/onboarding/schema";
import { useSetting } from "../forms/use-setting";
import { useMay } from "../roles/role";
import { useMerchant } from "../session/merchant";
import { PROVIDER_OPTIONS, providerNames } from "../shared/screening-providers";

const NONE = "none";
const OPTIONS = [{ value: NONE, label: "None" }, ...PROVIDER_OPTIONS];

/** Who screens the payers of one link: to see where the partner prescribes it, to choose where it does not (OK-02, OK-03). */
export function LinkScreening({ link }: { link: PlatformLink }) {
  const { api } = useMerchant();
  const may = useMay();
  const toast = useToast();
  const { shown, change } = useSetting(
    link.kyt?.providers[0]?.provider ?? NONE,
    (provider) =>
      api("PUT", `/v1/client-id-links/${link.clientIdId}/kyt`, {
        body: { provider: provider === NONE ? null : provider },
      }),
    () => toast("Screening changed, for links created from now on."),
  );
  if (link.kytControl === null) return <>As your destination says</>;
  const stored = link.kyt ? providerNames(link.kyt) : "None";
  if (link.kytControl === "orchestrator") {
    return (
      <>
        {stored}
        <span className="text-muted">, prescribed by the partner</span>
      </>
    );
  }
  if (!may("updateLinkKyt")) return <>{stored}</>;
  return (
    <Select
      aria-label={`Screening of payers, ${link.partner}`}
      className="max-w-56"
      value={shown}
      options={OPTIONS}
      onChange={({ target }) => change(target.value)}
    />
  );
}
