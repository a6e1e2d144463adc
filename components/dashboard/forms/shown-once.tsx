"use client";

import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Secret } from "@/components/ui/secret";

interface ShownOnceProps {
  title: string;
  description: string;
  /** How somebody who lost it gets another one. */
  warning: string;
  onDone: () => void;
  children: ReactNode;
}

/** What nobody can read again. The dialog closes by its own button alone, so that a stray key loses nothing. */
export function ShownOnce({ title, description, warning, onDone, children }: ShownOnceProps) {
  return (
    <Dialog
      isOpen
      title={title}
      description={description}
      footer={
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      }
    >
      <div className="grid gap-4">
        <Alert tone="warning">{warning}</Alert>
        {children}
      </div>
    </Dialog>
  );
}

interface KeyShownOnceProps {
  /** The key itself. */
  value: string;
  /** Its name, such as "API key". */
  what: string;
  /** What its owner does with a lost key before making another one. */
  undo: "deletes" | "revokes";
  onDone: () => void;
}

/** A new key, once. */
export function KeyShownOnce({ value, what, undo, onDone }: KeyShownOnceProps) {
  return (
    <ShownOnce
      title="Keep this key"
      description="Put it where your server reads its secrets."
      warning={`It is shown only now. Who loses it ${undo} it and makes another one.`}
      onDone={onDone}
    >
      <Secret value={value} what={what} />
    </ShownOnce>
  );
}
