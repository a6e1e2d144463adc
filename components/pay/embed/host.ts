import type { HostErrorCode } from "@/components/pay/embed/news";

/**
 * What the frame says, JSON-RPC 2.0 as text. Methods beginning with `ec.` are those of the embedded checkout protocol
 * (ucp.dev); the two others are ours. None carries the link's token, anything to sign, or a fact to act upon.
 */
export type Told =
  | { method: "ec.start" | "ec.complete" | "quittance.close" }
  | { method: "ec.error"; params: { error: { code: HostErrorCode } } }
  /** Pixels that the page needs to stand without scrolling. */
  | { method: "quittance.resize"; params: { height: number } };

/** Longer than the answer to `ec.ready` that a shop's page has any reason to give. */
const MAX_ANSWER = 2_000;

const READY_ID = 1;

/** The window around this page, where it is another. */
function parentOf(): Window | null {
  return window.parent === window ? null : window.parent;
}

/**
 * Says `ec.ready` to the page around this one and calls `onAnswer` once when it answers. Only what comes from that window and
 * from exactly `origin` is read; after the answer nothing is. Returns what ends it.
 */
export function greetHost(origin: string, onAnswer: () => void): () => void {
  const hear = ({ source, origin: from, data }: MessageEvent) => {
    if (source !== parentOf() || from !== origin || !isAnswer(data)) return;
    end();
    onAnswer();
  };
  const end = () => window.removeEventListener("message", hear);
  window.addEventListener("message", hear);
  post(origin, { id: READY_ID, method: "ec.ready", params: { delegate: [] } });
  return end;
}

/** Tells it; a page of another origin than `origin` hears nothing. */
export function tellHost(origin: string, told: Told): void {
  post(origin, { params: {}, ...told });
}

function post(origin: string, message: object): void {
  parentOf()?.postMessage(JSON.stringify({ jsonrpc: "2.0", ...message }), origin);
}

/** The one thing a shop's page has to say: that it heard `ec.ready`. */
function isAnswer(data: unknown): boolean {
  if (typeof data !== "string" || data.length > MAX_ANSWER) return false;
  try {
    const answer: unknown = JSON.parse(data);
    if (typeof answer !== "object" || answer === null) return false;
    return "result" in answer && "id" in answer && answer.id === READY_ID;
  } catch {
    return false;
  }
}
