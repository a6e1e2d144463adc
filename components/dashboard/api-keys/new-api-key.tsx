"use client";

import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Secret } from "@/components/ui/secret";
import { NewApiKeyForm } from "./new-api-key-form";

/** A button that asks for a name, makes a key, and shows it once. */
export function NewApiKey() {
  const [isOpen, setOpen] = useState(false);
  const [value, setValue] = useState<string | null>(null);
  const close = () => {
    setOpen(false);
    setValue(null);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>New API key</Button>
      <Dialog
        isOpen={isOpen && value === null}
        onClose={close}
        title="New API key"
        description="It is shown once, when it is made."
      >
        <NewApiKeyForm onCancel={close} onIssued={setValue} />
      </Dialog>
      <Dialog
        isOpen={value !== null}
        title="Keep this key"
        description="Put it where your server reads its secrets."
        footer={
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        }
      >
        <div className="grid gap-4">
          <Alert tone="warning">It is shown only now. Who loses it deletes it and makes another one.</Alert>
          {value !== null && <Secret value={value} what="API key" />}
        </div>
      </Dialog>
    </>
  );
}
