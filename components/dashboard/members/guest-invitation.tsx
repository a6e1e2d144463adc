"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { KeyRound } from "@/components/icons/icons";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { messageOf } from "../api/api-failure";
import { useDashboardConfig } from "../config";
import { PasskeyError } from "../passkeys/browser";
import { guestApi, joinWithPasskey, readInvitation } from "../passkeys/guest";
import { InvitationFacts } from "./invitation-facts";

interface GuestInvitationProps {
  token: string;
  /** The other way in: by wallet. */
  children: ReactNode;
}

/** An invitation to somebody who is not signed in: what it is for, and a passkey to accept it with. */
export function GuestInvitation({ token, children }: GuestInvitationProps) {
  const config = useDashboardConfig();
  const { passkeys, isRegistrationOpen } = config;
  const [api] = useState(() => guestApi(config));
  const { data, error } = useQuery({
    queryKey: ["guest-invitation", token],
    queryFn: ({ signal }) => readInvitation(api, token, signal),
    retry: false,
  });
  const join = useMutation({
    mutationFn: () => joinWithPasskey(api, token),
    onSuccess: () => window.location.assign("/dashboard"),
  });
  if (error) return <Alert tone="danger">{messageOf(error)}</Alert>;
  if (!data) return <Skeleton className="w-2/3" />;
  const isChoice = join.error instanceof PasskeyError && join.error.isChoice;
  return (
    <div className="grid gap-6">
      <InvitationFacts invitation={data} />
      {join.error && (
        <Alert tone={isChoice ? "warning" : "danger"} className="text-left">
          {messageOf(join.error)}
        </Alert>
      )}
      {passkeys.isOffered ? (
        <div className="grid gap-2">
          <Button
            variant="primary"
            size="lg"
            isPending={join.isPending || join.isSuccess}
            onClick={() => join.mutate()}
          >
            <KeyRound aria-hidden="true" />
            Accept with a passkey
          </Button>
          <p className="text-sm leading-relaxed text-muted">
            Your device makes a passkey, and you sign in with it from then on. You need no wallet and no
            password.
          </p>
        </div>
      ) : (
        <p className="text-sm leading-relaxed text-muted">
          {passkeys.reason}. Sign in with a wallet instead.
        </p>
      )}
      <div className="border-t border-dashed border-line pt-6">
        <p className="mb-4 text-sm text-muted">
          {isRegistrationOpen
            ? "Or sign in as who you are here already, then accept."
            : "Or accept with a wallet, or sign in with a passkey that you have here already."}
        </p>
        {children}
      </div>
    </div>
  );
}
