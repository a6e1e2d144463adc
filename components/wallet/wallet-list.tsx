"use client";

import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { type WalletLabels, withName } from "@/components/wallet/labels";
import { PairingCode } from "@/components/wallet/pairing-code";
import { useConnecting } from "@/components/wallet/use-connecting";
import { useWalletOptions } from "@/components/wallet/use-wallet-options";
import { WalletRow } from "@/components/wallet/wallet-row";
import type { WalletSettings } from "@/wallet/settings";
import type { Wallet, WalletFamily } from "@/wallet/wallet";

interface WalletListProps {
  settings: WalletSettings;
  families: readonly WalletFamily[];
  labels: WalletLabels;
  onConnected: (wallet: Wallet) => void;
}

/** The wallets of one family at a time, the first five at once (PP-04). One button per wallet. */
export function WalletList({ settings, families, labels, onConnected }: WalletListProps) {
  const [family, setFamily] = useState<WalletFamily>(families[0] ?? "evm");
  const [showsAll, setShowsAll] = useState(false);
  const loaded = useWalletOptions(settings);
  const { pending, pairing, problem, connect, cancel } = useConnecting(onConnected);

  if (pending && pairing) {
    return <PairingCode wallet={pending} pairing={pairing} labels={labels} onBack={cancel} />;
  }
  const options = loaded.options.filter((option) => option.family === family);
  const shown = showsAll ? options : options.slice(0, loaded.shownAtFirst);
  return (
    <div className="flex flex-col gap-4">
      {families.length > 1 && (
        <Segmented
          label={labels.family}
          options={families.map((value) => ({ value, label: labels[value] }))}
          value={family}
          onChange={setFamily}
        />
      )}
      {problem && (
        <Alert tone={problem.code === "rejected" ? "warning" : "danger"}>
          <p>{withName(labels.errors[problem.code], problem.wallet.name)}</p>
          {problem.code === "not_installed" && problem.wallet.installUrl && (
            <a
              className="underline underline-offset-4"
              href={problem.wallet.installUrl}
              target="_blank"
              rel="noreferrer"
            >
              {withName(labels.install, problem.wallet.name)}
            </a>
          )}
        </Alert>
      )}
      {loaded.status === "failed" && <Alert tone="danger">{labels.loadingFailed}</Alert>}
      {loaded.status === "ready" && options.length === 0 && (
        <p className="text-sm text-muted">{labels.empty}</p>
      )}
      {loaded.status === "loading" ? (
        <div className="flex flex-col gap-3">
          <p className="text-sm text-muted">{labels.loading}</p>
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      ) : (
        <ul className="flex flex-col gap-2">
          {shown.map((wallet) => (
            <li key={`${wallet.family}/${wallet.id}`}>
              <WalletRow wallet={wallet} isPending={wallet === pending} onChoose={() => connect(wallet)} />
            </li>
          ))}
        </ul>
      )}
      {shown.length < options.length && (
        <button
          type="button"
          onClick={() => setShowsAll(true)}
          className="self-start py-1 text-sm font-medium text-accent underline-offset-4 hover:underline"
        >
          {labels.more}
        </button>
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {pending ? withName(labels.waiting, pending.name) : ""}
      </p>
    </div>
  );
}
