/** The name as it stands on every page: a torn receipt with its tick. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2.5 font-serif text-lg font-semibold tracking-tight">
      <svg aria-hidden="true" viewBox="0 0 32 32" className="h-6 w-6">
        <path className="fill-accent" d="M6 2h20v28l-3.3-2.4L19.3 30 16 27.6 12.7 30l-3.4-2.4L6 30z" />
        <path
          className="stroke-accent-ink"
          d="M11 15.5l3.6 3.6L21.500 12"
          fill="none"
          strokeWidth="2.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      Quittance
    </span>
  );
}
