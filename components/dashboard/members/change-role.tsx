"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast";
import type { Member } from "@/server/auth/members/schema";
import { MutationForm } from "../forms/mutation-form";
import { useMerchant } from "../session/merchant";
import { RoleField } from "./role-field";

/** Asks for the new role of a member. */
export function ChangeRole({ member, onClose }: { member: Member; onClose: () => void }) {
  const { api } = useMerchant();
  const toast = useToast();
  const [role, setRole] = useState(member.role);
  const change = useMutation({
    mutationFn: () => api<Member>("PATCH", `/v1/members/${member.id}`, { body: { role } }),
    onSuccess: () => {
      toast("The role was changed.");
      onClose();
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title="Change role" description="It counts from the next thing they do.">
      <MutationForm mutation={change} onSubmit={() => change.mutate()} submit="Save" onCancel={onClose}>
        <RoleField value={role} onChange={setRole} />
      </MutationForm>
    </Dialog>
  );
}
