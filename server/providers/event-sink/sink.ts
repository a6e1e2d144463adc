/** One event as the bus gets it. */
export interface SinkEvent {
  /** The account. */
  platformId: string;
  /** Its number in the account: 1, 2, 3 and so on. */
  sequence: bigint;
  /** The bytes that webhooks have too, as text. */
  body: string;
}

/**
 * A bus, as NATS JetStream or Kafka are one. Whatever it cannot do it throws `SinkFailed` for; then the same events are
 * published again later.
 */
export interface EventSink {
  /**
   * Publishes events of one account in their order. Resolves once the bus has acknowledged every one of them; those that it
   * has already (by `sinkId`) it leaves out.
   */
  publish(events: readonly SinkEvent[]): Promise<void>;
  /** The ID of the newest event of the account that the bus gives back; null where it has none. */
  newest(platformId: string): Promise<string | null>;
  close(): Promise<void>;
}

/** What tells an event from all others, on the bus and for its consumers: account and sequence. */
export function sinkId({ platformId, sequence }: Pick<SinkEvent, "platformId" | "sequence">): string {
  return `${platformId}:${sequence}`;
}

/** The bus did not take what it was given, or does not keep it. */
export class SinkFailed extends Error {
  override readonly name = "SinkFailed";
}
