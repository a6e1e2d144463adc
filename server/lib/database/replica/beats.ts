/** A moment that is known of the primary: what was committed before it lies before its position. */
export interface Beat {
  /** When it was asked for, by the clock of this process. */
  at: number;
  /** Of the primary's log, behind the count. */
  position: bigint;
  /** The count that was written just before: a replica that has come to the position shows it. */
  count: bigint;
}

/** What a replica has to have, before it may be read from. */
export interface Required {
  position: bigint;
  count: bigint;
}

/** Beats are kept for as long as they can be asked for, and at least for so long. */
const KEPT_MS = 60_000;

/** The last beats of the primary, oldest first. */
export class Beats {
  readonly #maxLagMs: number;
  #beats: Beat[] = [];

  constructor(maxLagMs: number) {
    this.#maxLagMs = maxLagMs;
  }

  /** One that is not behind the one before comes from another history, a restored backup: what was before counts no more. */
  add(beat: Beat): void {
    const last = this.#beats.at(-1);
    if (last && (beat.count <= last.count || beat.position < last.position)) this.#beats = [];
    const oldest = beat.at - Math.max(KEPT_MS, 2 * this.#maxLagMs);
    this.#beats = [...this.#beats.filter(({ at }) => at >= oldest), beat];
  }

  forget(): void {
    this.#beats = [];
  }

  get newest(): Beat | null {
    return this.#beats.at(-1) ?? null;
  }

  /** What a replica has to have, so that it shows all that was committed up to the longest lag ago; null if nobody knows. */
  recent(now: number): Required | null {
    return this.#beats.find(({ at }) => at >= now - this.#maxLagMs) ?? null;
  }

  /** What a replica has to have at a position of the primary; null if no beat is known. */
  upTo(position: bigint): Required | null {
    const before = this.#beats.findLast((beat) => beat.position <= position);
    return before ? { position, count: before.count } : null;
  }

  /** The newest beat that a replica has which is there and shows this count. */
  proven({ position, count }: Required): Beat | null {
    return this.#beats.findLast((beat) => beat.position <= position && beat.count <= count) ?? null;
  }

  /** A beat that a replica must show by what it says of itself, and does not. */
  missing({ position, count }: Required): Beat | null {
    return this.#beats.find((beat) => beat.position <= position && beat.count > count) ?? null;
  }
}
