import type { Ctx } from "@/server/context";
import { clock } from "@/server/lib/clock";
import type { Moment } from "@/server/prices/price";
import { PriceUnavailable, type Rate } from "@/server/prices/price-book";

/** A pass waits so long for prices of all its blocks together: what is without one is held and valued later. */
const PATIENCE_MS = 5_000;
/** And asks for so many: anyone can pay dust in every block of a catch-up. */
const MAX_LOOKUPS = 100;

/** Prices at blocks, for one pass of a watcher. Never throws because of a price, and never holds the pass up. */
export class BlockPrices {
  readonly #ctx: Pick<Ctx, "prices" | "log">;
  readonly #known = new Map<string, Promise<Rate | null>>();
  readonly #patienceMs: number;
  /** Ends with null when the time for all prices together is over; begins with the first question. */
  #over: { signal: AbortSignal; end: Promise<null> } | undefined;

  constructor(ctx: Pick<Ctx, "prices" | "log">, patienceMs = PATIENCE_MS) {
    this.#ctx = ctx;
    this.#patienceMs = patienceMs;
  }

  /** Units of `payment` for one of `invoice`, both by symbol; null where nobody can tell in time. */
  async rateAt(invoice: string, payment: string, moment: Moment): Promise<Rate | null> {
    const key = `${invoice} ${payment} ${moment.block}`;
    const known = this.#known.get(key);
    if (known) return known;
    this.#over ??= overAfter(this.#patienceMs);
    if (this.#known.size >= MAX_LOOKUPS || this.#over.signal.aborted) return null;
    const found = Promise.race([this.#look(invoice, payment, moment), this.#over.end]);
    this.#known.set(key, found);
    return found;
  }

  async #look(invoice: string, payment: string, moment: Moment): Promise<Rate | null> {
    try {
      return await this.#ctx.prices.rateAt(invoice, payment, moment);
    } catch (error) {
      if (!(error instanceof PriceUnavailable)) throw error;
      const { network, block } = moment;
      this.#ctx.log.warn({ network, block, invoice, payment, reason: error.message }, "no price at a block");
      return null;
    }
  }
}

function overAfter(ms: number): { signal: AbortSignal; end: Promise<null> } {
  const signal = clock.deadline(ms);
  const end = new Promise<null>((resolve) => {
    signal.addEventListener("abort", () => resolve(null), { once: true });
  });
  return { signal, end };
}
