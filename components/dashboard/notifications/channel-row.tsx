"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import type { NotificationChannel } from "@/server/notifications/schema";
import { ConfirmChange } from "../forms/confirm-change";
import { Allowed } from "../roles/allowed";
import { ChangeChannel } from "./change-channel";
import { ConfirmChannel } from "./confirm-channel";
import { DIGESTS, GROUPS, KINDS } from "./words";

const STATES = {
  unconfirmed: { tone: "warning", word: "Not confirmed" },
  active: { tone: "positive", word: "On" },
  disabled: { tone: "danger", word: "Switched off" },
} as const;

interface ChannelRowProps {
  channel: NotificationChannel;
  offered: NotificationChannel["events"];
}

/** One channel: where it leads, what is told there, and how it is doing. */
export function ChannelRow({ channel, offered }: ChannelRowProps) {
  const { kind, address, state, digest, events, error, failingSince } = channel;
  const told = GROUPS.flatMap((group) => group.events)
    .filter(({ event }) => events.includes(event) && offered.includes(event))
    .map(({ label }) => label);
  const { tone, word } = STATES[state];
  return (
    <div className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0 space-y-1.5">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {KINDS[kind].name}
          <bdi className="font-normal wrap-anywhere">{address}</bdi>
          <Badge tone={tone}>{word}</Badge>
        </p>
        <p className="text-muted">
          {told.length === 0 ? "You chose nothing to be told of." : `${told.join(". ")}.`}
        </p>
        <p className="text-xs text-muted">{DIGESTS[digest]}</p>
        {error !== null && failingSince !== null && (
          <p className="text-danger">
            Nothing arrives since <Time value={failingSince} form="absolute" />: <bdi>{error}</bdi>.
            {state === "disabled" && " Nothing is sent there until you confirm it anew."}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-start gap-2 sm:justify-end">
        {state === "active" ? (
          <ChangeChannel channel={channel} offered={offered} />
        ) : (
          <ConfirmChannel channel={channel} />
        )}
        <RemoveChannel channel={channel} />
      </div>
    </div>
  );
}

function RemoveChannel({ channel }: { channel: NotificationChannel }) {
  const [isAsked, setAsked] = useState(false);
  const queries = useQueryClient();
  return (
    <Allowed to="deleteNotificationChannel">
      <Button size="sm" variant="secondary" onClick={() => setAsked(true)}>
        Remove
      </Button>
      <ConfirmChange
        operation="deleteNotificationChannel"
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title="Remove the channel?"
        confirm="Remove"
        change={async (api) => {
          await api("DELETE", `/v1/notification-channels/${channel.id}`);
          await queries.invalidateQueries({ queryKey: ["notification-channels"] });
        }}
        done="The channel was removed."
      >
        Nothing more is sent to {channel.address}, and what waits to be sent is not sent.
      </ConfirmChange>
    </Allowed>
  );
}
