import type { ReactNode } from "react";

interface Section {
  id: string;
  name: string;
  /** Cards, one below the other. Without any the section is left out. */
  content: ReactNode;
}

/** The sections of a long page, and links into them. */
export function PageSections(props: { sections: readonly Section[] }) {
  const sections = props.sections.filter(({ content }) => content);
  return (
    <>
      <nav aria-label="On this page" className="-mt-2 mb-5 overflow-x-auto">
        <ul className="flex gap-5 border-b border-line">
          {sections.map(({ id, name }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="block border-b-2 border-transparent py-2 text-sm whitespace-nowrap text-muted hover:border-edge hover:text-ink"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid grid-cols-1 gap-6">
        {sections.map(({ id, content }) => (
          <div key={id} id={id} className="grid grid-cols-1 gap-6 empty:hidden">
            {content}
          </div>
        ))}
      </div>
    </>
  );
}
