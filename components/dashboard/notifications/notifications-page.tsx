"use client";

import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { PageFrame } from "../frame/page-frame";
import { ReadFailed } from "../shared/read-failed";
import { AddChannel } from "./add-channel";
import { ChannelRow } from "./channel-row";
import { useNotificationChannels } from "./queries";

/** Where whoever is signed in is told of the account outside the dashboard. */
export function NotificationsPage() {
  const { data, error, refetch } = useNotificationChannels();
  return (
    <PageFrame operation="listNotificationChannels" title="Notifications">
      <Card
        title="Where you are told"
        description="For you alone, in this account: other members choose for themselves. Nothing is sent unless you choose it, and nothing any more once you leave."
        action={data && data.kinds.length > 0 && <AddChannel offered={data} />}
      >
        {error && !data && <ReadFailed error={error} onRetry={refetch} />}
        {!data && !error && (
          <div aria-busy="true" className="space-y-4">
            <span className="sr-only">Loading the channels</span>
            <Skeleton className="w-2/3" />
            <Skeleton className="w-1/2" />
          </div>
        )}
        {data?.channels.length === 0 && (
          <EmptyState title="You are told in the dashboard alone">
            {data.kinds.length > 0
              ? "Add an address to be told of payments, approvals or alarms outside it."
              : "Sign in with a wallet or a passkey to be told outside it."}
          </EmptyState>
        )}
        {data && data.channels.length > 0 && (
          <ul className="-my-4 divide-y divide-dashed divide-line">
            {data.channels.map((channel) => (
              <li key={channel.id} className="py-4">
                <ChannelRow channel={channel} offered={data.events} />
              </li>
            ))}
          </ul>
        )}
      </Card>
    </PageFrame>
  );
}
