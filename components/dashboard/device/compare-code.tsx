"use client";

import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";

interface CompareCodeProps {
  code: string;
  onSame: () => void;
  onOther: () => void;
}

/** Asks whether the code of a link is that of the person's own terminal. Neither answer is chosen beforehand. */
export function CompareCode({ code, onSame, onOther }: CompareCodeProps) {
  return (
    <Card title="Does your terminal show this code?">
      <p className="font-mono text-3xl font-semibold tracking-widest">{code}</p>
      <p className="mt-4 text-sm leading-relaxed">
        Somebody asks for a key to your account. Go on only if you have just started{" "}
        <code className="font-mono">quittance login</code> yourself and your own terminal shows exactly this
        code. If a person, a message or a web page sent you here, it is not your code.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button onClick={onSame}>My terminal shows it</Button>
        <Button onClick={onOther}>It does not</Button>
      </div>
    </Card>
  );
}
