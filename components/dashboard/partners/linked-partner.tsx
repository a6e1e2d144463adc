"use client";

import { useState } from "react";
import { shorten } from "@/components/ui/address";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Time } from "@/components/ui/time";
import type { PlatformLink } from "@/server/onboarding/schema";
import { Allowed } from "../roles/allowed";
import { Fact } from "../shared/fact";
import { AgreedTerms } from "./agreed-terms";
import { FeeList } from "./fee-list";
import { LinkScreening } from "./link-screening";
import { UnlinkPartner } from "./unlink-partner";

/** One partner, and what its link means today. */
export function LinkedPartner({ link }: { link: PlatformLink }) {
  const [isLeaving, setLeaving] = useState(false);
  const isActive = link.status === "active";
  const brand = link.agreed?.branding;
  return (
    <article aria-label={link.partner} className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-2 font-serif text-lg font-semibold wrap-anywhere">
            <bdi>{link.partner}</bdi>
            <Badge className="font-sans" tone={isActive ? "positive" : "neutral"}>
              {isActive ? "Linked" : "Ended"}
            </Badge>
          </h3>
          <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
            with client ID <bdi className="font-medium text-ink">{link.clientIdName}</bdi>
            <span className="font-mono text-xs" title={link.clientId}>
              {shorten(link.clientId)}
            </span>
            <CopyButton text={link.clientId} what={`client ID ${link.clientIdName}`} />
          </p>
        </div>
        {isActive && (
          <Allowed to="leaveOrchestrator">
            <Button variant="danger" onClick={() => setLeaving(true)}>
              Unlink<span className="sr-only"> {link.partner}</span>
            </Button>
          </Allowed>
        )}
      </div>
      {link.feesChanged && (
        <Alert tone="warning">
          The fees are not those that you agreed to any more. They hold for links created from now on; links
          that exist keep theirs. If you do not want that, unlink.
        </Alert>
      )}
      <dl className="grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2">
        {isActive && (
          <Fact name="What it costs now">
            <FeeList fees={link.fees} />
          </Fact>
        )}
        {isActive && (
          <Fact name="Screening of your payers">
            <LinkScreening link={link} />
          </Fact>
        )}
        <Fact name="Look of the payment page">
          {brand ? (
            <>
              {brand.displayName ?? link.partner}
              <span className="text-muted">, when you agreed</span>
            </>
          ) : (
            "The page's own, or yours"
          )}
        </Fact>
        <Fact name="Contact">
          <a
            href={`mailto:${link.partnerEmail}`}
            className="text-accent underline underline-offset-4 wrap-anywhere"
          >
            {link.partnerEmail}
          </a>
        </Fact>
        <Fact name={link.consentedAt ? "You agreed" : "Linked by the partner"}>
          <Time value={link.consentedAt ?? link.createdAt} />
        </Fact>
        {link.revokedAt && (
          <Fact name={link.revokedBy === "platform" ? "You unlinked" : "The partner unlinked"}>
            <Time value={link.revokedAt} />
          </Fact>
        )}
      </dl>
      {link.agreed && <AgreedTerms terms={link.agreed} />}
      {isLeaving && <UnlinkPartner link={link} onClose={() => setLeaving(false)} />}
    </article>
  );
}
