import type { ReactNode } from "react";

/** A `Line` that is a row of a table, which wraps where a screen is too narrow for both cells. */
export function TableLine({
  name,
  note,
  children,
}: {
  name: ReactNode;
  note?: ReactNode;
  children: ReactNode;
}) {
  return (
    <tr className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 border-b border-dashed border-line py-2.5 last:border-b-0">
      <th scope="row" className="text-start text-sm font-normal text-muted">
        {name}
      </th>
      <td className="ms-auto min-w-0 max-w-full text-end text-sm font-medium break-words">{children}</td>
      {note && <td className="mt-1 basis-full text-xs leading-relaxed text-muted">{note}</td>}
    </tr>
  );
}
