"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { KeyShownOnce } from "../forms/shown-once";
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
      {value !== null && <KeyShownOnce value={value} what="API key" undo="deletes" onDone={close} />}
    </>
  );
}
