"use client";

import { CopyButton } from "@/components/ui/copy-button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { MakeAndShow } from "../../forms/make-and-show";
import { ShownOnce } from "../../forms/shown-once";
import { InvitationForm } from "./invitation-form";

/** A button that asks whom to invite, makes the link, and shows it once. */
export function NewInvitation() {
  return (
    <MakeAndShow
      operation="createLinkIntent"
      title="Invite a platform"
      description="It will see your fees as they are when it opens the link, and agree to nothing else."
      isPrimary
      form={(close, onMade) => <InvitationForm onCancel={close} onCreated={onMade} />}
      shown={(url, close) => <InvitationLink url={url} onDone={close} />}
    />
  );
}

function InvitationLink({ url, onDone }: { url: string; onDone: () => void }) {
  return (
    <ShownOnce
      title="Send this link to the platform"
      description="Whoever opens it first and agrees is linked to you. It works once, for two days."
      warning="The link is shown only now. Who loses it makes another invitation."
      onDone={onDone}
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
  );
}
