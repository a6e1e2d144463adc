/** The tick of a paid receipt. */
export function Tick() {
  return (
    <span
      aria-hidden="true"
      className="inline-flex size-8 shrink-0 items-center justify-center rounded-full bg-accent"
    >
      <svg
        viewBox="0 0 16 16"
        className="size-4 stroke-accent-ink"
        fill="none"
        strokeWidth="2.4"
        aria-hidden="true"
      >
        <path d="M3 8.500l3.400 3.400L13 5.300" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </span>
  );
}
