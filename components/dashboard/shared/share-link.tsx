"use client";

import { useState } from "react";
import { QrCode } from "@/components/pay/qr/qr-code";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { type CopyState, useCopy } from "@/components/ui/use-copy";

const COPIED: Record<CopyState, (name: string) => string> = {
  idle: () => "",
  copied: (name) => `${name} copied.`,
  failed: () => "Your browser did not let the page copy it. Select the link and copy it yourself.",
};

interface ShareLinkProps {
  url: string;
  isOpen: boolean;
  name?: string;
  description?: string;
}

/** The address a payer opens: to copy, to look at, to scan. */
export function ShareLink({
  url,
  isOpen,
  name = "Payment link",
  description = "Ready to share",
}: ShareLinkProps) {
  const { state, copy } = useCopy(url);
  const [isScanning, setScanning] = useState(false);
  return (
    <Card
      title={name}
      description={isOpen ? description : "This link can no longer be paid; it shows what became of it."}
    >
      <Input
        aria-label={name}
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
        className="font-mono text-xs"
      />
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant={isOpen ? "primary" : "secondary"} onClick={copy}>
          Copy link
        </Button>
        <ButtonLink href={url} target="_blank">
          Open
        </ButtonLink>
        <Button aria-expanded={isScanning} onClick={() => setScanning(!isScanning)}>
          {isScanning ? "Hide QR code" : "Show QR code"}
        </Button>
      </div>
      {/* Here and not in passing at the edge of the window, which a dialog around makes inert. */}
      <p role="status" className="text-sm text-muted not-empty:mt-2">
        {COPIED[state](name)}
      </p>
      {isScanning && (
        <div className="mt-4 w-fit rounded-md bg-white p-3">
          <QrCode text={url} label={`QR code of: ${name}`} />
        </div>
      )}
    </Card>
  );
}
