"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { RotateKeyBody } from "@/server/platforms/key-bounds/rotation";
import { KeyShownOnce } from "../forms/shown-once";

const OVERLAPS = [
  { value: "24", label: "24 hours" },
  { value: "1", label: "One hour" },
  { value: "168", label: "7 days" },
  { value: "0", label: "No more: it ends at once" },
];

interface RotateKeyProps {
  label: string;
  /** Its kind, such as "API key". */
  what: string;
  undo: "deletes" | "revokes";
  /** Makes the key and gives its value. */
  rotate: (body: NonNullable<RotateKeyBody>) => Promise<string>;
  onClose: () => void;
}

/** Asks how long the old key still works, makes a key in its place, and shows it once. */
export function RotateKey({ label, what, undo, rotate, onClose }: RotateKeyProps) {
  const [value, setValue] = useState<string | null>(null);
  const [hours, setHours] = useState("24");
  const making = useMutation({
    mutationFn: () => rotate({ overlapHours: Number(hours) }),
    onSuccess: setValue,
  });
  if (value !== null) return <KeyShownOnce value={value} what={what} undo={undo} onDone={onClose} />;
  return (
    <ConfirmDialog
      isOpen
      isDangerous={false}
      onClose={onClose}
      closesWhenDone={false}
      title={`Rotate ${label}?`}
      confirm="Rotate"
      onConfirm={() => making.mutateAsync()}
    >
      <p>
        You get a new key under the same name, which may do the same and is held to the same. It shares the
        daily limit of the old one.
      </p>
      <Field label="The old key still works for" className="mt-4">
        {(control) => (
          <Select
            {...control}
            value={hours}
            options={OVERLAPS}
            onChange={({ target }) => setHours(target.value)}
          />
        )}
      </Field>
    </ConfirmDialog>
  );
}
