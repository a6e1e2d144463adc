import type { Logger } from "pino";
import { clock } from "@/server/lib/clock";
import { tracesBody } from "@/server/lib/tracing/otlp";
import type { Span } from "@/server/lib/tracing/span";

/** Where traces go. */
export interface TracingSettings {
  /** `<endpoint>/v1/traces` takes them. */
  endpoint: string;
  headers: Record<string, string>;
  service: string;
  /** 0 to 1: how much of all traces is told. */
  ratio: number;
}

const BATCH = 512;
/** More than these wait for nobody: what comes then is lost, and said so. */
const MAX_WAITING = 4_096;
const FLUSH_MS = 2_000;
const SEND_MS = 5_000;
const CLOSE_MS = 2_000;
const COMPLAIN_MS = 60_000;

/**
 * Tells spans to a collector, by OTLP over HTTP. Whoever records a span waits for nothing: a collector that is away or slow
 * costs spans and a line in the log each minute, never a call or a payment.
 */
export class Tracer {
  readonly #settings: TracingSettings;
  readonly #service: string;
  readonly #log: Logger;
  #waiting: Span[] = [];
  #lost = 0;
  #complainedAt = Number.NEGATIVE_INFINITY;
  #sending: Promise<void> | null = null;
  #cancelTimer: (() => void) | null = null;

  constructor(settings: TracingSettings, component: string, log: Logger) {
    this.#settings = settings;
    this.#service = `${settings.service}-${component}`;
    this.#log = log;
  }

  /** Whether a trace is told: all its spans or none, whichever process makes them. */
  isTold(traceId: string): boolean {
    return Number.parseInt(traceId.slice(0, 8), 16) / 2 ** 32 < this.#settings.ratio;
  }

  record(span: Span): void {
    if (this.#waiting.length >= MAX_WAITING) {
      this.#lose(1, "too many spans wait");
      return;
    }
    this.#waiting.push(span);
    if (this.#waiting.length >= BATCH) this.#send();
    else this.#cancelTimer ??= clock.setTimer(FLUSH_MS, () => this.#send(), { unref: true });
  }

  /** Tells what waits, for two seconds at most. */
  async close(): Promise<void> {
    const end = clock.deadline(CLOSE_MS);
    const ended = new Promise<void>((resolve) => end.addEventListener("abort", () => resolve()));
    await Promise.race([this.#flush(), ended]);
  }

  async #flush(): Promise<void> {
    while (this.#sending || this.#waiting.length > 0) {
      this.#send();
      await this.#sending;
    }
  }

  #send(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (this.#sending || this.#waiting.length === 0) return;
    const spans = this.#waiting.splice(0, BATCH);
    this.#sending = this.#post(spans)
      .catch((error: unknown) => this.#lose(spans.length, error))
      .finally(() => {
        this.#sending = null;
        if (this.#waiting.length >= BATCH) this.#send();
        else if (this.#waiting.length > 0) {
          this.#cancelTimer ??= clock.setTimer(FLUSH_MS, () => this.#send(), { unref: true });
        }
      });
  }

  async #post(spans: readonly Span[]): Promise<void> {
    const response = await fetch(`${this.#settings.endpoint}/v1/traces`, {
      method: "POST",
      headers: { ...this.#settings.headers, "content-type": "application/json" },
      body: tracesBody({ service: this.#service }, spans),
      redirect: "error",
      signal: clock.deadline(SEND_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the collector answered ${response.status}`);
  }

  #lose(spans: number, reason: unknown): void {
    this.#lost += spans;
    const now = clock.elapsedMs();
    if (now - this.#complainedAt < COMPLAIN_MS) return;
    this.#complainedAt = now;
    this.#log.warn({ err: reason, spans: this.#lost }, "traces were not told");
    this.#lost = 0;
  }
}
