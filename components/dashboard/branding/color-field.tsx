"use client";

import { Controller, type UseFormReturn } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { BrandingBody } from "@/server/branding/schema";

type ColorName = Extract<keyof BrandingBody, `${string}Color`>;

interface ColorFieldProps {
  label: string;
  name: ColorName;
  form: UseFormReturn<BrandingBody>;
}

/** A colour, picked or typed. Empty is the page's own. */
export function ColorField({ label, name, form }: ColorFieldProps) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={label} isOptional error={fieldState.error?.message}>
          {(control) => (
            <span className="flex gap-2">
              <input
                type="color"
                aria-label={`Pick: ${label}`}
                value={pickable(field.value)}
                onChange={({ target }) => field.onChange(target.value)}
                className="h-10 w-12 shrink-0 cursor-pointer rounded-md border border-edge bg-card p-1"
              />
              <Input
                {...control}
                ref={field.ref}
                name={field.name}
                value={field.value ?? ""}
                onBlur={field.onBlur}
                onChange={({ target }) => field.onChange(target.value.trim())}
                placeholder="#0b5c4b"
                autoComplete="off"
                spellCheck={false}
                className="font-mono"
              />
            </span>
          )}
        </Field>
      )}
    />
  );
}

const NOTHING_PICKED = "#888888";

/** The browser's picker takes six digits only. */
function pickable(color: string | undefined): string {
  if (/^#[0-9a-f]{6}$/i.test(color ?? "")) return color ?? NOTHING_PICKED;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color ?? "");
  return short
    ? `#${short
        .slice(1)
        .map((digit) => digit + digit)
        .join("")}`
    : NOTHING_PICKED;
}
