import { Copy } from "@/components/pay/parts/copy";
import { Grouped } from "@/components/ui/grouped";

interface HashLineProps {
  /** What the transaction is. */
  name: string;
  hash: string;
  /** Null where no explorer shows it, and for a recipient that keeps its address private, which an explorer shows. */
  explorerUrl: string | null;
}

const LOOK = "min-w-0 font-mono text-xs text-balance wrap-anywhere";

/** A transaction with its hash in full, and its explorer. */
export function HashLine({ name, hash, explorerUrl }: HashLineProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
      <span className="text-muted">{name}</span>
      <span className="inline-flex max-w-full items-center gap-1">
        {explorerUrl === null ? (
          <bdi className={LOOK} dir="ltr">
            <Grouped value={hash} />
          </bdi>
        ) : (
          <a
            href={explorerUrl}
            target="_blank"
            rel="noreferrer"
            aria-label={hash}
            className={`${LOOK} text-accent underline underline-offset-4`}
            dir="ltr"
          >
            <Grouped value={hash} />
          </a>
        )}
        <Copy text={hash} what={name} look="icon" />
      </span>
    </div>
  );
}
