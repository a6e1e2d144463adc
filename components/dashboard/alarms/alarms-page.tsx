"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { Alarm } from "@/server/auth/alarms/schema";
import { messageOf } from "../api/api-failure";
import { actorInWords, personInWords } from "../audit/audit-words";
import { WhatChanged } from "../audit/what-changed";
import { PageFrame } from "../frame/page-frame";
import { useAlarms } from "../notices/queries";
import { Allowed } from "../roles/allowed";
import { useMerchant } from "../session/merchant";
import { ReadFailed } from "../shared/read-failed";
import { alarmInWords } from "./alarm-words";

/** What the owners of the account are told of, each for themselves. */
export function AlarmsPage() {
  const { data, error, refetch } = useAlarms();
  const unread = data?.alarms.filter(({ isRead }) => !isRead) ?? [];
  return (
    <PageFrame operation="listAlarms" title="Alarms">
      <Card
        title="What owners are told of"
        description="Sign-ins from new devices, new keys, changed destinations and members. Each owner reads them for themselves: nobody can take one away from the others."
        action={unread.length > 0 && <MarkRead ids={unread.map(({ id }) => id)} />}
      >
        {error && !data && <ReadFailed error={error} onRetry={refetch} />}
        {!data && !error && (
          <div aria-busy="true" className="space-y-4">
            <span className="sr-only">Loading the alarms</span>
            <Skeleton className="w-2/3" />
            <Skeleton className="w-1/2" />
          </div>
        )}
        {data?.alarms.length === 0 && (
          <EmptyState title="No alarms">Nothing has happened that owners are told of.</EmptyState>
        )}
        {data && data.alarms.length > 0 && (
          <ul className="-my-4 divide-y divide-dashed divide-line">
            {data.alarms.map((alarm) => (
              <li key={alarm.id} className="py-4">
                <AlarmText alarm={alarm} />
              </li>
            ))}
          </ul>
        )}
      </Card>
    </PageFrame>
  );
}

function AlarmText({ alarm }: { alarm: Alarm }) {
  const { title, advice, place } = alarmInWords(alarm);
  const lines = [personInWords(alarm.actor), alarm.ip].filter((line) => line !== null);
  return (
    <div className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0 space-y-1.5">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {title}
          {!alarm.isRead && <Badge tone="warning">New</Badge>}
        </p>
        <WhatChanged entry={alarm} />
        <p className="text-xs text-muted">
          By {actorInWords(alarm.actor)}
          {lines.length > 0 && <bdi className="wrap-anywhere">: {lines.join(", ")}</bdi>}
        </p>
        {advice && <p className="text-muted">{advice}</p>}
      </div>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 sm:flex-col sm:items-end">
        <Time value={alarm.at} form="absolute" />
        {place && (
          <Link
            href={place.href}
            prefetch={false}
            className="font-medium text-accent underline underline-offset-4"
          >
            {place.name}
          </Link>
        )}
      </div>
    </div>
  );
}

function MarkRead({ ids }: { ids: string[] }) {
  const { api } = useMerchant();
  const queryClient = useQueryClient();
  const toast = useToast();
  const mark = useMutation({
    mutationFn: () => api("POST", "/v1/dashboard/alarms/read", { body: { ids } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["alarms"] }),
    onError: (error) => toast(messageOf(error), "danger"),
  });
  return (
    <Allowed to="markAlarmsRead">
      <Button size="sm" isPending={mark.isPending} onClick={() => mark.mutate()}>
        I have read these
      </Button>
    </Allowed>
  );
}
