import { CircleCheck, Clock, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

export const PREVIEW_STATES = [
  { value: "pay", label: "To pay" },
  { value: "wait", label: "Waiting" },
  { value: "done", label: "Paid" },
  { value: "expired", label: "Expired" },
] as const;

export type PreviewState = (typeof PREVIEW_STATES)[number]["value"];

/** What a payer sees in one state, without anything that could be used. */
export function PreviewPage({ state }: { state: PreviewState }) {
  return (
    <div className="mt-5 rounded-lg border border-line bg-card p-5 shadow-xs">
      {STATES[state]}
      <dl className="mt-5 divide-y divide-dashed divide-line border-t border-dashed border-line text-sm">
        <Line name="Network">Base</Line>
        <Line name="Reference">Invoice 1042</Line>
        <Line name="To">
          <span className="font-mono text-xs">0x7099…79C8</span>
        </Line>
      </dl>
      {state === "pay" && (
        <p className="mt-5 rounded-md border border-action-edge bg-action px-4 py-2.5 text-center text-sm font-medium text-action-ink">
          Connect wallet
        </p>
      )}
    </div>
  );
}

const STATES: Record<PreviewState, ReactNode> = {
  pay: <Sum note="Payment request" />,
  wait: (
    <>
      <Sum note="Payment request" />
      <Note tone="bg-info-soft text-info" icon={<Clock />}>
        Seen on chain. Waiting for 2 more confirmations.
      </Note>
    </>
  ),
  done: (
    <>
      <Sum note="Payment successful" />
      <Note tone="bg-positive-soft text-positive" icon={<CircleCheck />}>
        Paid in full. Back to the shop.
      </Note>
    </>
  ),
  expired: (
    <>
      <Sum note="This link has expired" />
      <Note tone="bg-warning-soft text-warning" icon={<TriangleAlert />}>
        Ask for a new link. No money was moved.
      </Note>
    </>
  ),
};

function Sum({ note }: { note: string }) {
  return (
    <>
      <p className="text-sm text-muted">{note}</p>
      <p className="font-serif text-3xl">125.50 USDC</p>
    </>
  );
}

function Note({ tone, icon, children }: { tone: string; icon: ReactNode; children: ReactNode }) {
  return (
    <p
      className={`mt-4 flex items-center gap-2 rounded-md px-3 py-2 text-sm [&_svg]:size-4 [&_svg]:shrink-0 ${tone}`}
    >
      {icon}
      {children}
    </p>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-2">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
