"use client";

import { type ReactNode, useState } from "react";
import { Alert } from "./alert";
import { Button } from "./button";
import { Dialog } from "./dialog";

interface ConfirmDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  /** The verb on the button, as "Revoke". */
  confirm: string;
  isDangerous?: boolean;
  /** False where something follows that its owner shows instead. */
  closesWhenDone?: boolean;
  /** Does it. The dialog stays open until done and shows what was thrown. */
  onConfirm: () => Promise<unknown>;
}

/** Asks before something that cannot simply be taken back. Focus starts on "Cancel". */
export function ConfirmDialog({
  isOpen,
  onClose,
  title,
  children,
  confirm,
  isDangerous = true,
  closesWhenDone = true,
  onConfirm,
}: ConfirmDialogProps) {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const close = () => {
    setFailure(null);
    onClose();
  };
  const run = async () => {
    setPending(true);
    setFailure(null);
    try {
      await onConfirm();
      if (closesWhenDone) close();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : "It did not work. Try again.");
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={title}
      size="sm"
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant={isDangerous ? "danger-solid" : "primary"} isPending={isPending} onClick={run}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className="text-sm leading-relaxed">{children}</div>
      {failure && (
        <Alert tone="danger" className="mt-4">
          {failure}
        </Alert>
      )}
    </Dialog>
  );
}
