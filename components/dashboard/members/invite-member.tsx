"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Secret } from "@/components/ui/secret";
import type { Role } from "@/db/roles";
import type { InvitationCreated } from "@/server/auth/members/schema";
import { MakeAndShow } from "../forms/make-and-show";
import { MutationForm } from "../forms/mutation-form";
import { ShownOnce } from "../forms/shown-once";
import { useMerchant } from "../session/merchant";
import { RoleField } from "./role-field";

/** A button that asks for a role, and shows the link of the invitation once. */
export function InviteMember() {
  return (
    <MakeAndShow
      operation="createInvitation"
      isPrimary
      title="Invite a member"
      description="You get a link for one person. It works once, for seven days."
      form={(close, onMade) => <InvitationForm onCancel={close} onMade={onMade} />}
      shown={(link, close) => (
        <ShownOnce
          title="Send this link"
          description="Whoever opens it first and signs in can accept, so send it to one person only."
          warning="It is shown only now. If it is lost, withdraw the invitation and make another one."
          onDone={close}
        >
          <Secret value={link} what="invitation" />
        </ShownOnce>
      )}
    />
  );
}

function InvitationForm({ onCancel, onMade }: { onCancel: () => void; onMade: (link: string) => void }) {
  const { api } = useMerchant();
  const [role, setRole] = useState<Role>("viewer");
  const invite = useMutation({
    mutationFn: () => api<InvitationCreated>("POST", "/v1/members/invitations", { body: { role } }),
    onSuccess: ({ token }) => onMade(new URL(`/dashboard/join/${token}`, window.location.href).href),
  });
  return (
    <MutationForm mutation={invite} onSubmit={() => invite.mutate()} submit="Make link" onCancel={onCancel}>
      <RoleField value={role} onChange={setRole} />
    </MutationForm>
  );
}
