"use client";

import { ButtonLink } from "@/components/ui/button";
import { PageFrame } from "../frame/page-frame";
import { Allowed } from "../roles/allowed";
import { RequestLog } from "./request-log";
import { SamplesCard } from "./samples-card";

/** What somebody who writes against the API wants to see. */
export function Developers() {
  return (
    <PageFrame
      operation="listRequestLog"
      title="Developers"
      isStill
      action={
        <Allowed to="listApiKeys">
          <ButtonLink href="/dashboard/api-keys">API keys</ButtonLink>
        </Allowed>
      }
    >
      <div className="grid gap-6">
        <SamplesCard />
        <RequestLog />
      </div>
    </PageFrame>
  );
}
