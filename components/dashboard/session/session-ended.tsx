"use client";

import type { Session } from "next-auth";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { SignInPanel } from "./sign-in-panel";

export type EndReason = "expired" | "signed_out_elsewhere" | "other_account";

const WHY: Record<EndReason, string> = {
  expired: "Your session has ended, as it does when the dashboard is not used for a while.",
  signed_out_elsewhere: "You signed out in another tab.",
  other_account:
    "Another account or member signed in in another tab. This page still belongs to whoever was here before.",
};

interface SessionEndedProps {
  /** Null while the session lasts. */
  reason: EndReason | null;
  /** It will end soon unless it is used. */
  isWarning: boolean;
  isAsking: boolean;
  /** Whose page this is. */
  address: string;
  family: "evm" | "tron";
  onAsk: () => void;
  onNotNow: () => void;
  onSignedIn: (session: Session | null) => void;
}

/** Says over the page that the session ends or has ended, and lets the merchant back in without leaving it. */
export function SessionEnded(props: SessionEndedProps) {
  const { reason, isWarning, isAsking, address, family, onAsk, onNotNow, onSignedIn } = props;
  return (
    <>
      <div role="status" className="pointer-events-none fixed inset-x-0 bottom-0 z-40 mx-auto max-w-2xl p-4">
        {reason && !isAsking && (
          <Alert
            tone="warning"
            className="pointer-events-auto shadow-lg"
            action={
              <Button size="sm" onClick={onAsk}>
                Sign in again
              </Button>
            }
          >
            {WHY[reason]} What you typed is still here.
          </Alert>
        )}
        {!reason && isWarning && (
          <Alert tone="info" className="pointer-events-auto shadow-lg">
            You will be signed out in less than two minutes. Move the pointer or press a key to stay.
          </Alert>
        )}
      </div>
      <Dialog
        isOpen={reason !== null && isAsking}
        onClose={onNotNow}
        size="sm"
        title="Sign in again"
        description={
          <>
            {reason && WHY[reason]} Nothing you typed is lost; what you were about to do is done as soon as
            you are back.
          </>
        }
      >
        <SignInPanel address={address} family={family} onSignedIn={onSignedIn} />
      </Dialog>
    </>
  );
}
