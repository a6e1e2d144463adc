/** Contracts that are remembered of one block: more than pages of one process look at meanwhile. */
const MAX_KEPT = 1_000;

/**
 * What contracts answered, as long as their block is the newest: the same question is asked once in a block, however
 * many pages ask it. An answer that failed is forgotten.
 */
export class PerBlock<T> {
  #block: string | null = null;
  readonly #answers = new Map<string, Promise<T>>();

  get(block: string, key: string, ask: () => Promise<T>): Promise<T> {
    if (block !== this.#block || this.#answers.size >= MAX_KEPT) this.#answers.clear();
    this.#block = block;
    const known = this.#answers.get(key);
    if (known) return known;
    const answer = ask();
    this.#answers.set(key, answer);
    answer.catch(() => {
      if (this.#answers.get(key) === answer) this.#answers.delete(key);
    });
    return answer;
  }
}
