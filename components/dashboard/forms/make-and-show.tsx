"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { OperationId } from "@/server/auth/operations/operations";
import { Allowed } from "../roles/allowed";

interface MakeAndShowProps {
  /** What makes it. Roles without it do not see the button. */
  operation: OperationId;
  /** The text of the button, and of the dialog that it opens. */
  title: string;
  description: string;
  isPrimary?: boolean;
  /** Asks what is to be made, and hands on what nobody can read again. */
  form: (close: () => void, onMade: (value: string) => void) => ReactNode;
  /** Shows that, once. */
  shown: (value: string, close: () => void) => ReactNode;
}

/** A button that asks for what is made, makes it, and shows its secret once. */
export function MakeAndShow(props: MakeAndShowProps) {
  const { operation, title, description, isPrimary = false, form, shown } = props;
  const [isOpen, setOpen] = useState(false);
  const [value, setValue] = useState<string | null>(null);
  const close = () => {
    setOpen(false);
    setValue(null);
  };
  return (
    <Allowed to={operation}>
      <Button variant={isPrimary ? "primary" : "secondary"} onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Dialog isOpen={isOpen && value === null} onClose={close} title={title} description={description}>
        {form(close, setValue)}
      </Dialog>
      {value !== null && shown(value, close)}
    </Allowed>
  );
}
