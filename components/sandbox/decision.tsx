"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";

const CHOICES = {
  identity: [
    { label: "Approve", decision: { kycStatus: "approved" } },
    { label: "Reject", decision: { kycStatus: "rejected" } },
    { label: "Keep waiting", decision: { kycStatus: "pending" } },
    { label: "Ask again", decision: { kycStatus: "initiated" } },
  ],
  agreement: [
    { label: "Agree", decision: { agreementStatus: "completed" } },
    { label: "Decline", decision: { agreementStatus: "rejected" } },
    { label: "Fail", decision: { agreementStatus: "failed" } },
  ],
} as const;

/** The buttons of a sandbox page, one for each outcome, and what came of the press. */
export function Decision({ check, link }: { check: keyof typeof CHOICES; link: string }) {
  const [outcome, setOutcome] = useState<string | null>(null);
  const decide = async ({ label, decision }: (typeof CHOICES)[typeof check][number]) => {
    setOutcome("Sending…");
    try {
      const answer = await fetch(`/v2/sandbox/pages/${encodeURIComponent(link)}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(decision),
      });
      setOutcome(answer.ok ? `Recorded: ${label}. You can close this page.` : "Not recorded. Try again.");
    } catch {
      setOutcome("The service cannot be reached. Try again.");
    }
  };
  return (
    <>
      <div className="mt-6 flex flex-wrap gap-3">
        {CHOICES[check].map((choice, i) => (
          <Button
            key={choice.label}
            variant={i === 0 ? "primary" : "secondary"}
            onClick={() => void decide(choice)}
          >
            {choice.label}
          </Button>
        ))}
      </div>
      <p role="status" className="mt-4">
        {outcome}
      </p>
    </>
  );
}
