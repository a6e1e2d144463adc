"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { InPlaceLink } from "@/components/ui/in-place";
import type { DeviceAuthorization } from "@/server/auth/device/schema";
import type { Done } from "@/server/lib/done";
import type { KeyScope } from "@/server/platforms/key-bounds/schema";
import { messageOf } from "../api/api-failure";
import { PageFrame } from "../frame/page-frame";
import { useMerchant } from "../session/merchant";
import { CodeForm } from "./code-form";
import { CompareCode } from "./compare-code";
import { Consent } from "./consent";

interface DevicePageProps {
  /** The code that a link has brought along; null where it is to be typed. */
  filledIn: string | null;
}

/** Lets a terminal in that shows a code: the code first, then all that is asked, then the choice. */
export function DevicePage({ filledIn }: DevicePageProps) {
  const { api } = useMerchant();
  const [isForeign, setForeign] = useState(false);
  const look = useMutation({
    mutationFn: (userCode: string) =>
      api<DeviceAuthorization>("POST", "/v1/device/authorizations/lookup", { body: { userCode } }),
  });
  const approve = useMutation({
    mutationFn: (body: { userCode: string; scopes: KeyScope[] }) =>
      api<Done>("POST", "/v1/device/authorizations/approve", { body }),
  });
  const deny = useMutation({
    mutationFn: (userCode: string) =>
      api<Done>("POST", "/v1/device/authorizations/deny", { body: { userCode } }),
  });
  const failure = look.error ?? approve.error ?? deny.error;
  return (
    <PageFrame operation="readDeviceAuthorization" title="Log a terminal in" isStill>
      <div className="grid max-w-2xl gap-4">
        {content()}
        {failure && <Alert tone="danger">{messageOf(failure)}</Alert>}
      </div>
    </PageFrame>
  );

  function content() {
    if (approve.isSuccess) return <Approved />;
    if (deny.isSuccess) return <Refused />;
    if (isForeign) return <Refused isCodeForeign />;
    if (look.data) {
      return (
        <Consent
          asked={look.data}
          busy={approve.isPending ? "approve" : deny.isPending ? "deny" : null}
          onApprove={(scopes) => approve.mutate({ userCode: look.data.userCode, scopes })}
          onDeny={() => deny.mutate(look.data.userCode)}
        />
      );
    }
    if (filledIn !== null && look.isIdle) {
      return (
        <CompareCode code={filledIn} onSame={() => look.mutate(filledIn)} onOther={() => setForeign(true)} />
      );
    }
    return <CodeForm isPending={look.isPending} onCode={(code) => look.mutate(code)} />;
  }
}

function Approved() {
  return (
    <Card title="Approved">
      <p className="text-sm leading-relaxed">
        Go back to your terminal: it says which account it is logged in to. If it still waits, you approved
        somebody else’s login: delete the new key under{" "}
        <InPlaceLink href="/dashboard/api-keys" className="text-accent underline">
          API keys
        </InPlaceLink>{" "}
        now.
      </p>
    </Card>
  );
}

function Refused({ isCodeForeign = false }: { isCodeForeign?: boolean }) {
  return (
    <Card title={isCodeForeign ? "Nothing was approved" : "Denied"}>
      <p className="text-sm leading-relaxed">
        {isCodeForeign
          ? "Close this page. Whoever sent you here wanted a key to your account."
          : "The terminal gets no key. If you did not start this login, somebody tried to get one from you."}
      </p>
    </Card>
  );
}
