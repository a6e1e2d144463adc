import Link from "next/link";
import { type ContentsEntry, isOperation } from "./catalogue";
import { MethodTag } from "./method-tag";
import { WordsOf } from "./words-of";

/** Links to the pages of a group, with what each is called by. */
export function PageList({ entries }: { entries: ContentsEntry[] }) {
  return (
    <ul className="mt-6 border-t border-line">
      {entries.map(({ href, method, title, text }) => (
        <li key={href} className="border-b border-dashed border-line">
          <Link href={href} prefetch={false} className="group block py-3">
            <span className="font-medium break-words group-hover:text-accent">{title}</span>
            <span className="mt-0.5 block text-sm break-words text-muted">
              {isOperation({ method }) ? (
                <span className="font-mono text-xs">
                  <MethodTag method={method} />
                  {text.slice(text.indexOf(" ") + 1)}
                </span>
              ) : (
                <WordsOf text={text} />
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
