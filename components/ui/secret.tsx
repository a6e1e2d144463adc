import { CopyButton } from "./copy-button";

/** A secret that is shown once: whole, in one piece, and ready to be copied. `what` names it. */
export function Secret({ value, what }: { value: string; what: string }) {
  return (
    <div className="grid gap-3 rounded-md border border-line bg-sunken p-4">
      <span className="flex items-center justify-between gap-3 text-xs text-muted">
        {what}
        <CopyButton text={value} what={what} />
      </span>
      {/* Spaces, so that it stands apart also where only the text is read. */}{" "}
      <code className="font-mono text-sm leading-6 break-all select-all">{value}</code>{" "}
    </div>
  );
}
