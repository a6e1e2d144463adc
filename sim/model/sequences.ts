/** Numbers that are left out. */
interface Gap {
  after: number;
  to: number;
}

/**
 * The numbers of each account's events: 1 to n without gaps, but for those that an operator leaves out after a restore
 * (docs/operations.md, "After a restore").
 */
export class Sequences {
  #gaps = new Map<string, readonly Gap[]>();

  /** The number that follows this one. */
  next(tenant: string, sequence: number): number {
    const gap = this.#gaps.get(tenant)?.find(({ after }) => after === sequence);
    return (gap?.to ?? sequence) + 1;
  }

  /**
   * Takes note of a backup in which `last` is the newest number of each account; of those without any, nothing. The function
   * that it returns is called when the backup was restored and so many numbers were left out.
   */
  backedUp(last: ReadonlyMap<string, number>): (skipped: number) => void {
    const gaps = new Map(this.#gaps);
    const lasts = new Map(last);
    return (skipped) => {
      this.#gaps = new Map(gaps);
      for (const [tenant, after] of lasts) {
        const known = gaps.get(tenant) ?? [];
        // Nothing was told between two restores: the numbers of both are left out.
        const open = known.find((gap) => gap.after === after);
        const gap = { after, to: (open?.to ?? after) + skipped };
        this.#gaps.set(tenant, [...known.filter((one) => one !== open), gap]);
      }
    };
  }
}
