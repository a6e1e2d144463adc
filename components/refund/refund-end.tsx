interface RefundEndProps {
  title: string;
  note: string;
  /** Under the heading of the page, which names what it is about. */
  isBelow?: boolean;
}

/** Nothing more can be done on this page, and why. */
export function RefundEnd({ title, note, isBelow = false }: RefundEndProps) {
  const Heading = isBelow ? "h2" : "h1";
  return (
    <div className={isBelow ? "mt-6 border-t border-dashed border-line pt-6" : ""}>
      <Heading className={isBelow ? "text-lg font-medium" : "text-2xl font-semibold text-balance"}>
        {title}
      </Heading>
      <p className="mt-2 leading-relaxed text-muted">{note}</p>
    </div>
  );
}
