"use client";

import type { OnboardingTerms } from "@/server/onboarding/schema";
import { DialogButton } from "../forms/dialog-button";
import { providerNames } from "../shared/screening-providers";
import { FeeList } from "./fee-list";

/** What the platform was shown when it agreed. It never changes. */
export function AgreedTerms({ terms }: { terms: OnboardingTerms }) {
  return (
    <div>
      <DialogButton
        operation="listClientIdLinks"
        text="What you agreed to"
        size="sm"
        title="What you agreed to"
        description="As it was shown to you then. Whatever changes later, this stays."
      >
        {() => (
          <dl className="grid gap-4 text-sm">
            <div>
              <dt className="text-muted">Partner</dt>
              <dd className="mt-0.5 wrap-anywhere">{terms.partner}</dd>
            </div>
            <div>
              <dt className="text-muted">Fees</dt>
              <dd className="mt-0.5">
                <FeeList fees={terms.fees} />
              </dd>
            </div>
            <div>
              <dt className="text-muted">Screening of payers</dt>
              <dd className="mt-0.5">
                {terms.kyt ? `${providerNames(terms.kyt)}, prescribed by the partner` : "Your own choice"}
              </dd>
            </div>
            <div>
              <dt className="text-muted">Look of the payment page</dt>
              <dd className="mt-0.5 wrap-anywhere">
                {terms.branding ? (terms.branding.displayName ?? terms.partner) : "The page's own, or yours"}
              </dd>
            </div>
            <div>
              <dt className="text-muted">Websites that may use the client ID</dt>
              <dd className="mt-0.5 wrap-anywhere">
                {terms.allowedDomains.length > 0 ? terms.allowedDomains.join(", ") : "None: for servers only"}
              </dd>
            </div>
          </dl>
        )}
      </DialogButton>
    </div>
  );
}
