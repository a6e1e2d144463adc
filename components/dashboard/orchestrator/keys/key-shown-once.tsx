"use client";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Secret } from "@/components/ui/secret";

/** A key that nobody can read again. It closes by its own button alone. */
export function KeyShownOnce({ value, onDone }: { value: string; onDone: () => void }) {
  return (
    <Dialog
      isOpen
      title="Keep this key"
      description="Put it where your server reads its secrets."
      footer={
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      }
    >
      <div className="grid gap-4">
        <Alert tone="warning">It is shown only now. Who loses it revokes it and makes another one.</Alert>
        <Secret value={value} what="Orchestrator key" />
      </div>
    </Dialog>
  );
}
