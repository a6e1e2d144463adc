/** Something that happens later, and whoever waits for it. */
export interface Awaited {
  happened: Promise<void>;
  happens(): void;
}

/** One thing that has not happened yet. */
export function awaited(): Awaited {
  let happens = () => {};
  const happened = new Promise<void>((resolve) => {
    happens = resolve;
  });
  return { happened, happens };
}
