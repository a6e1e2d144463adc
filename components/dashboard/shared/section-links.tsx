/** What a long page holds, as links into it. */
export function SectionLinks({ sections }: { sections: readonly { id: string; name: string }[] }) {
  return (
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
  );
}
