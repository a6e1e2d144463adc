import { Badge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { ApiKeyRecord } from "@/server/platforms/api-keys/schema";
import { type KeyKind, scopeName } from "./scope-words";

/** What both kinds of keys tell of themselves. */
type Key = Pick<
  ApiKeyRecord,
  | "scopes"
  | "allowedNetworks"
  | "dailyLimit"
  | "endsWithMembership"
  | "lastUsedAt"
  | "lastUsedIp"
  | "lastUsedUserAgent"
>;

/** What a key may do. */
export function KeyScopesCell({ apiKey, kind }: { apiKey: Key; kind: KeyKind }) {
  const { scopes, allowedNetworks, dailyLimit } = apiKey;
  if (scopes === null) {
    // What is held to networks or limits makes no other credentials.
    return <Badge>{allowedNetworks || dailyLimit ? "Every scope" : "Everything"}</Badge>;
  }
  return (
    <ul className="flex flex-wrap gap-1">
      {scopes.map((scope) => (
        <li key={scope}>
          <Badge tone="accent">{scopeName(kind, scope)}</Badge>
        </li>
      ))}
    </ul>
  );
}

/** What a key is held to: networks, the membership of its maker, and how much it may create on a day. */
export function KeyBoundsCell({
  apiKey: { allowedNetworks, dailyLimit, endsWithMembership },
}: {
  apiKey: Key;
}) {
  if (!allowedNetworks && !dailyLimit && !endsWithMembership)
    return <span className="text-muted">No limits</span>;
  return (
    <div className="grid gap-0.5 text-sm">
      {dailyLimit && limitInWords(dailyLimit).map((words) => <span key={words}>{words} a day</span>)}
      {endsWithMembership && <span>Its maker’s membership</span>}
      {allowedNetworks && (
        <span className="font-mono text-xs wrap-anywhere" title={allowedNetworks.join("\n")}>
          {allowedNetworks[0]}
          {allowedNetworks.length > 1 && ` and ${allowedNetworks.length - 1} more`}
        </span>
      )}
    </div>
  );
}

function limitInWords({ payments, usd }: NonNullable<Key["dailyLimit"]>): string[] {
  const number =
    payments === null ? [] : [payments === 1 ? "1 payment" : `${grouped(`${payments}`)} payments`];
  return [...number, ...(usd === null ? [] : [`${grouped(usd)} USD`])];
}

/** Digits before the point in groups of three. */
function grouped(decimal: string): string {
  return decimal.replace(/\B(?=(?:\d{3})+(?!\d))/g, ",");
}

/** When a key was used last, from which address and by which program. */
export function LastUseCell({ apiKey: { lastUsedAt, lastUsedIp, lastUsedUserAgent } }: { apiKey: Key }) {
  if (lastUsedAt === null) return <span className="text-muted">Never</span>;
  return (
    <div className="grid min-w-28 gap-0.5">
      <Time value={lastUsedAt} form="relative" />
      {lastUsedIp && <span className="font-mono text-xs text-muted wrap-anywhere">{lastUsedIp}</span>}
      {lastUsedUserAgent && (
        <span className="max-w-48 truncate text-xs text-muted" title={lastUsedUserAgent}>
          {lastUsedUserAgent}
        </span>
      )}
    </div>
  );
}

/** What a key is called, and as much of it as tells it from others. */
export function KeyNameCell({ label, start, last4, createdAt }: KeyNameCellProps) {
  return (
    <div className="grid gap-0.5">
      <span className="font-medium wrap-anywhere">{label}</span>
      <span className="text-xs text-muted">
        <span className="font-mono">
          {start}…{last4}
        </span>
        , made <Time value={createdAt} form="date" />
      </span>
    </div>
  );
}

interface KeyNameCellProps {
  label: string;
  start: string;
  last4: string;
  createdAt: string;
}
