import { Spinner } from "@/components/ui/spinner";
import type { WalletOption } from "@/wallet/wallet";

interface WalletRowProps {
  wallet: WalletOption;
  isPending: boolean;
  onChoose: () => void;
}

/** One wallet of the list. It keeps its focus while it is being asked. */
export function WalletRow({ wallet, isPending, onChoose }: WalletRowProps) {
  return (
    <button
      type="button"
      aria-busy={isPending || undefined}
      aria-disabled={isPending || undefined}
      onClick={isPending ? undefined : onChoose}
      className="flex w-full items-center gap-3 rounded-md border border-edge/60 bg-card px-3 py-2.5 text-left font-medium text-ink hover:bg-sunken aria-disabled:cursor-default aria-disabled:opacity-60"
    >
      {/* A picture from the code itself, so there is nothing for an image service to do. */}
      {/* biome-ignore lint/performance/noImgElement: a data URL of our own bundle */}
      <img src={wallet.icon} alt="" width={28} height={28} className="size-7 shrink-0 rounded-md" />
      <span className="min-w-0 flex-1">{wallet.name}</span>
      {isPending && <Spinner className="text-muted" />}
      {!isPending && wallet.isInstalled && (
        <span aria-hidden="true" className="size-2 rounded-full bg-accent" />
      )}
    </button>
  );
}
