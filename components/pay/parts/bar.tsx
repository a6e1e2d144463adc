interface BarProps {
  value: number;
  max: number;
  /** Says what the eye sees. */
  label: string;
}

/** How far something is, in the colours of the page rather than the browser's. */
export function Bar({ value, max, label }: BarProps) {
  return (
    <progress
      value={value}
      max={max}
      aria-label={label}
      className="mt-2 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
    />
  );
}
