"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

interface CodeFormProps {
  isPending: boolean;
  onCode: (typed: string) => void;
}

/** Asks for the code that the terminal shows. */
export function CodeForm({ isPending, onCode }: CodeFormProps) {
  const [typed, setTyped] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== "" && !isPending) onCode(typed);
  };
  return (
    <Card
      title="Code"
      description="quittance login shows it in your terminal. Type no code that somebody sent you."
    >
      <form onSubmit={send} className="grid gap-5">
        <Field label="Code of the terminal" hint="Eight letters, such as WDJB-MJHT.">
          {(control) => (
            <Input
              {...control}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              className="max-w-56 font-mono text-lg tracking-widest uppercase"
            />
          )}
        </Field>
        <div>
          <Button type="submit" isPending={isPending}>
            Continue
          </Button>
        </div>
      </form>
    </Card>
  );
}
