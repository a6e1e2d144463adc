import type { OperationId } from "@/server/auth/operations/operations";
import type { Branding } from "@/server/branding/schema";
import { ViewOnly } from "../roles/view-only";
import { Line } from "../shared/fact";
import { BRANDING_COLORS } from "./branding-colors";
import { BrandingPreview } from "./branding-preview";

interface BrandingFactsProps {
  branding: Branding | null;
  /** What changes it. */
  unless: OperationId;
  isOfPartner?: boolean;
}

/** A branding beside a picture of it, for whoever cannot change it. */
export function BrandingFacts({ branding, unless, isOfPartner = false }: BrandingFactsProps) {
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="grid content-start gap-5">
        <ViewOnly unless={unless} />
        <dl className="border-t border-dashed border-line text-sm">
          <Line name="Shown as">{branding?.displayName ?? NONE}</Line>
          <Line name="Contact for payers">{branding?.contact ?? NONE}</Line>
          {BRANDING_COLORS.map(({ name, label }) => (
            <Line key={name} name={label}>
              {branding?.[name] ? <Color value={branding[name]} /> : OWN_LOOK}
            </Line>
          ))}
        </dl>
      </div>
      <BrandingPreview branding={branding ?? {}} isOfPartner={isOfPartner} />
    </div>
  );
}

const NONE = <span className="text-muted">Not set</span>;
const OWN_LOOK = <span className="text-muted">The page's own</span>;

function Color({ value }: { value: string }) {
  return (
    <span className="inline-flex items-center gap-2 font-mono text-xs">
      <span
        aria-hidden="true"
        className="size-4 rounded border border-edge"
        style={{ backgroundColor: value }}
      />
      {value}
    </span>
  );
}
