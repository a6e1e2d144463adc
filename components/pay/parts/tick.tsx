/** The tick of a paid receipt. */
export function Tick({ isLarge = false }: { isLarge?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-flex shrink-0 items-center justify-center rounded-full bg-accent ${isLarge ? "size-16" : "size-8"}`}
    >
      <svg
        viewBox="0 0 16 16"
        className={`stroke-accent-ink ${isLarge ? "size-8" : "size-4"}`}
        fill="none"
        strokeWidth="2.4"
        aria-hidden="true"
      >
        <path d="M3 8.500l3.400 3.400L13 5.300" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </span>
  );
}
