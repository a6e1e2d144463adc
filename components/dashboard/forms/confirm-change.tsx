"use client";

import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useToast } from "@/components/ui/toast";
import type { OperationId } from "@/server/auth/operations/operations";
import type { Api } from "../api/api";
import { Allowed } from "../roles/allowed";
import { useMerchant } from "../session/merchant";

interface ConfirmChangeProps {
  /** What makes the change. Roles without it are asked nothing. */
  operation: OperationId;
  title: string;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  /** The verb on the button, as "Revoke". */
  confirm: string;
  /** False for what harms nothing, though it cannot be taken back. */
  isDangerous?: boolean;
  /** Makes the change. */
  change: (api: Api) => Promise<unknown>;
  /** Said once it is made. */
  done: string;
  isOpen?: boolean;
  onClose: () => void;
}

/** Asks once more, then makes a change that cannot simply be taken back. */
export function ConfirmChange(props: ConfirmChangeProps) {
  const {
    operation,
    title,
    children,
    confirm,
    isDangerous = true,
    change,
    done,
    isOpen = true,
    onClose,
  } = props;
  const { api } = useMerchant();
  const toast = useToast();
  const making = useMutation({ mutationFn: () => change(api), onSuccess: () => toast(done) });
  return (
    <Allowed to={operation}>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={onClose}
        title={title}
        confirm={confirm}
        isDangerous={isDangerous}
        onConfirm={() => making.mutateAsync()}
      >
        {children}
      </ConfirmDialog>
    </Allowed>
  );
}
