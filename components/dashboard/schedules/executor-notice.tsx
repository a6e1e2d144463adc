"use client";

import { Alert } from "@/components/ui/alert";
import { type ChainHealth, RECURRING_NOTICES } from "../network-status/chain-state";
import { useOverview } from "../queries";

/** Says where instalments are not paid in time, or soon will not be, of the networks that matter here. */
export function ExecutorNotice({ networks }: { networks: readonly string[] }) {
  const { data } = useOverview("1");
  const troubled = (data?.chains ?? []).filter(({ network }) => networks.includes(network));
  return troubled.map((chain) => <Notice key={chain.network} chain={chain} />);
}

function Notice({ chain: { name, recurringPayouts } }: { chain: ChainHealth }) {
  const notice = RECURRING_NOTICES[recurringPayouts];
  if (!notice) return null;
  return (
    <Alert tone={notice.tone} title={`${notice.title} on ${name}`} className="mb-6">
      {notice.text}
    </Alert>
  );
}
