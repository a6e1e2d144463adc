import { WordsOf } from "../words-of";
import type { Field } from "./fields";

/** Fields below each other: name and type first, what is known about them beside or below. */
export function FieldTable({
  caption,
  fields,
  direction,
}: {
  caption: string;
  fields: Field[];
  direction: "sent" | "received";
}) {
  if (fields.length === 0) return null;
  return (
    <table className="w-full border-t border-line text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Type and meaning</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.path} className="block border-b border-dashed border-line py-2 sm:table-row">
            <th
              scope="row"
              className="block text-left align-baseline font-normal sm:table-cell sm:w-1/2 sm:py-2 sm:pr-4"
            >
              <FieldName path={field.path} />
              {field.required && (
                <span className="ml-2 text-xs whitespace-nowrap text-accent">
                  {direction === "sent" ? "required" : "always"}
                </span>
              )}
            </th>
            <td className="block align-baseline text-muted sm:table-cell sm:py-2">
              {field.type}
              {field.notes.map((note) => (
                <span key={note} className="mt-0.5 block text-xs break-words">
                  <WordsOf text={note} />
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The last part in ink, the way to it muted; it may break after each part. */
function FieldName({ path }: { path: string }) {
  const cut = path.lastIndexOf(".") + 1;
  const parents = path.slice(0, cut).split(/(?<=\.)/);
  return (
    <code className="font-mono text-[0.8125rem] break-words">
      {parents.filter(Boolean).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
        <span key={index} className="text-muted">
          {part}
          <wbr />
        </span>
      ))}
      {path.slice(cut)}
    </code>
  );
}
