import Link from "next/link";
import { Activity } from "@/components/icons/icons";

/** Leads to how far each chain is watched. */
export function NetworkStatusLink({ onGo }: { onGo?: () => void }) {
  return (
    <Link
      href="/dashboard/network-status"
      prefetch={false}
      onClick={onGo}
      className="flex items-center gap-3 rounded-md border border-line px-3 py-2 text-sm text-muted hover:bg-sunken hover:text-ink"
    >
      <Activity aria-hidden="true" className="size-4 shrink-0" />
      Network status
    </Link>
  );
}
