"use client";

import { useMutation } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { Button } from "@/components/ui/button";
import type { LogoStored } from "@/server/branding/schema";
import { messageOf } from "../api/api-failure";
import { Allowed } from "../roles/allowed";
import { useMerchant } from "../session/merchant";

/** What the service takes; more is refused before it is sent. */
const MAX_BYTES = 512 * 1024;

interface LogoFieldProps {
  /** Path of the logo; empty for none. */
  value: string;
  error?: string | undefined;
  onChange: (path: string) => void;
}

/** Uploads a logo and shows the one that will be seen. It counts once the branding is saved. */
export function LogoField({ value, error, onChange }: LogoFieldProps) {
  const { api } = useMerchant();
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAX_BYTES) throw new RangeError("The logo is larger than 512 kB.");
      return api<LogoStored>("POST", "/v1/branding/logo", { body: { image: await base64Of(file) } });
    },
    onSuccess: ({ logoPath }) => onChange(logoPath),
  });
  const problem = upload.error
    ? upload.error instanceof RangeError
      ? upload.error.message
      : messageOf(upload.error)
    : error;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 flex w-full items-baseline justify-between gap-3 text-sm font-medium">
        Logo <span className="font-normal text-muted">optional</span>
      </legend>
      <div className="flex flex-wrap items-center gap-3">
        {value && (
          <span className="grid h-16 min-w-16 place-items-center rounded-md border border-line bg-sunken p-2">
            {/* biome-ignore lint/performance/noImgElement: our own file, in the size that it is shown in */}
            <img src={value} alt="The logo that payers see" className="max-h-12 max-w-40 object-contain" />
          </span>
        )}
        <input
          ref={box}
          id={`${id}-file`}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-label="Logo file"
          aria-describedby={`${id}-hint`}
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // The same file again is a change too.
            target.value = "";
            if (file) upload.mutate(file);
          }}
        />
        <Allowed to="uploadLogo">
          <Button isPending={upload.isPending} onClick={() => box.current?.click()}>
            {value ? "Choose another logo" : "Upload a logo"}
          </Button>
        </Allowed>
        {value && (
          <Button variant="ghost" onClick={() => onChange("")}>
            Remove logo
          </Button>
        )}
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-sm leading-relaxed text-muted">
        PNG, JPEG or WebP, at most 512 kB. It is drawn anew, 512 pixels at most, without what else the file
        holds.
      </p>
      {problem && (
        <p role="alert" className="mt-1.5 text-sm wrap-anywhere text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // In pieces: a call takes only so many arguments.
  let text = "";
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}
