"use client";

import { useMemo, useState } from "react";
import { encode } from "uqr";
import { type WalletLabels, withName } from "@/components/wallet/labels";
import type { WalletOption, WalletPairing } from "@/wallet/wallet";

interface PairingCodeProps {
  wallet: WalletOption;
  pairing: WalletPairing;
  labels: WalletLabels;
  onBack: () => void;
}

/** What a wallet on another device scans. Dark on white in both themes, as cameras expect. */
export function PairingCode({ wallet, pairing, labels, onBack }: PairingCodeProps) {
  const { size, path } = useMemo(() => drawing(pairing.uri), [pairing.uri]);
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(pairing.uri);
    setIsCopied(true);
  };
  return (
    <div className="flex flex-col items-center gap-4">
      <p className="text-sm text-muted">{withName(labels.scan, wallet.name)}</p>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={withName(labels.scan, wallet.name)}
        className="w-full max-w-72 rounded-md bg-white p-4"
      >
        <path d={path} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <div className="flex flex-wrap justify-center gap-4 text-sm font-medium text-accent">
        {pairing.appUrl && (
          <a href={pairing.appUrl} className="underline-offset-4 hover:underline">
            {withName(labels.openApp, wallet.name)}
          </a>
        )}
        <button type="button" onClick={copy} className="underline-offset-4 hover:underline">
          {isCopied ? labels.copied : labels.copyLink}
        </button>
        <button type="button" onClick={onBack} className="underline-offset-4 hover:underline">
          {labels.back}
        </button>
      </div>
    </div>
  );
}

function drawing(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: "M", border: 0 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: squares.join("") };
}
