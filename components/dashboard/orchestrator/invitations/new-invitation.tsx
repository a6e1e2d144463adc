"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ShownOnce } from "../../forms/shown-once";
import { InvitationForm } from "./invitation-form";

/** A button that asks whom to invite, makes the link, and shows it once. */
export function NewInvitation() {
  const [isOpen, setOpen] = useState(false);
  const [url, setUrl] = useState<string | null>(null);
  const close = () => {
    setOpen(false);
    setUrl(null);
  };
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Invite a platform
      </Button>
      <Dialog
        isOpen={isOpen && url === null}
        onClose={close}
        title="Invite a platform"
        description="It will see your fees as they are when it opens the link, and agree to nothing else."
      >
        <InvitationForm onCancel={close} onCreated={setUrl} />
      </Dialog>
      {url !== null && (
        <ShownOnce
          title="Send this link to the platform"
          description="Whoever opens it first and agrees is linked to you. It works once, for two days."
          warning="The link is shown only now. Who loses it makes another invitation."
          onDone={close}
        >
          <Field label="Invitation link">
            {(control) => (
              <span className="flex items-center gap-2">
                <Input {...control} readOnly value={url} className="font-mono text-xs" />
                <CopyButton text={url} what="invitation link" />
              </span>
            )}
          </Field>
        </ShownOnce>
      )}
    </>
  );
}
