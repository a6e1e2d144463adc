"use client";

import { type ComponentProps, type ReactNode, useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { OperationId } from "@/server/auth/operations/operations";
import { Allowed } from "../roles/allowed";

interface DialogButtonProps extends Pick<ButtonProps, "variant" | "size" | "disabled"> {
  /** What the dialog does in the end. Roles without it do not see the button. */
  operation: OperationId;
  /** The text of the button. */
  text: string;
  /** Of the dialog. */
  title: string;
  description: string;
  dialogSize?: ComponentProps<typeof Dialog>["size"];
  /** What the dialog holds. */
  children: (close: () => void) => ReactNode;
}

/** A button and the dialog that it opens. */
export function DialogButton({
  operation,
  text,
  title,
  description,
  dialogSize,
  children,
  ...look
}: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Allowed to={operation}>
      <Button {...look} onClick={() => setOpen(true)}>
        {text}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={title} description={description} size={dialogSize}>
        {children(close)}
      </Dialog>
    </Allowed>
  );
}
