"use client";

import { MakeAndShow } from "../forms/make-and-show";
import { KeyShownOnce } from "../forms/shown-once";
import { NewApiKeyForm } from "./new-api-key-form";

/** A button that asks for a name, makes a key, and shows it once. */
export function NewApiKey() {
  return (
    <MakeAndShow
      title="New API key"
      description="It is shown once, when it is made."
      form={(close, onMade) => <NewApiKeyForm onCancel={close} onIssued={onMade} />}
      shown={(value, close) => <KeyShownOnce value={value} what="API key" undo="deletes" onDone={close} />}
    />
  );
}
