"use client";

import { useState } from "react";
import { QrCode } from "@/components/pay/qr/qr-code";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast";

/** The address a payer opens: to copy, to look at, to scan. */
export function ShareLink({ url, isOpen }: { url: string; isOpen: boolean }) {
  const toast = useToast();
  const [isScanning, setScanning] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(url);
    toast("Payment link copied.");
  };
  return (
    <Card
      title="Payment link"
      description={isOpen ? "Ready to share" : "This link can no longer be paid; it shows what became of it."}
    >
      <Input
        aria-label="Payment link"
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
        className="font-mono text-xs"
      />
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="primary" onClick={copy}>
          Copy link
        </Button>
        <ButtonLink href={url} target="_blank">
          Open
        </ButtonLink>
        <Button aria-expanded={isScanning} onClick={() => setScanning(!isScanning)}>
          {isScanning ? "Hide QR code" : "Show QR code"}
        </Button>
      </div>
      {isScanning && (
        <div className="mt-4 w-fit rounded-md bg-white p-3">
          <QrCode text={url} label="QR code of the payment link" />
        </div>
      )}
    </Card>
  );
}
