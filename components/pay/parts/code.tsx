import { Copy } from "@/components/pay/parts/copy";
import { Grouped } from "@/components/ui/grouped";

interface CodeProps {
  text: string;
  /** What it is, for the button that copies it: "Recipient". */
  what: string;
  /** False for what is shortened, of which groups and a copy would be worth nothing. */
  isWhole?: boolean;
}

/** An address, hash or reference: left to right in every language, and copied as it is, selected or pressed. */
export function Code({ text, what, isWhole = true }: CodeProps) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <bdi dir="ltr" className="min-w-0 font-mono text-[0.92em] text-balance wrap-anywhere">
        {isWhole ? <Grouped value={text} /> : text}
      </bdi>
      {isWhole && <Copy text={text} what={what} look="icon" />}
    </span>
  );
}
