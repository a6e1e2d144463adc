/** What was looked at, in the order in which it is told. */
export const PARTS = [
  "settings",
  "database",
  "clock",
  "keys",
  "nodes",
  "watchers",
  "webhooks",
  "telling members",
] as const;
export type Part = (typeof PARTS)[number];

/** One thing that was looked at. */
export interface Finding {
  part: Part;
  /** What of it, such as a network, in words without addresses of nodes and without keys. */
  about: string;
  isWell: boolean;
  /** How it is, or what is wrong. */
  reason: string;
  /** What to do; null where it is well. */
  remedy: string | null;
}

export function well(part: Part, about: string, reason: string): Finding {
  return { part, about, isWell: true, reason, remedy: null };
}

export function wrong(part: Part, about: string, reason: string, remedy: string): Finding {
  return { part, about, isWell: false, reason, remedy };
}
