/** The HTTP method in a column of its own, so that names line up below each other. */
export function MethodTag({ method }: { method: string }) {
  return (
    <span className="inline-block w-[3.4rem] shrink-0 font-mono text-[0.6875rem] font-semibold tracking-wide text-accent uppercase">
      {method}
    </span>
  );
}
