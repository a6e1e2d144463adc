import { CopyButton } from "./copy-button";

/** Text to be typed elsewhere. Scrolls on its own, so that the page never does sideways. */
export function CodeBlock({ text, label, language }: { text: string; label: string; language: string }) {
  return (
    <div className="overflow-hidden rounded-md border border-line bg-sunken">
      <div className="flex items-center justify-between border-b border-line py-1.5 pr-2 pl-4 text-xs text-muted">
        <span aria-hidden="true">{language}</span>
        <CopyButton text={text} what={label} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls has to be reachable by keyboard */}
      <section tabIndex={0} aria-label={label} className="overflow-x-auto">
        <pre className="w-max min-w-full p-4 font-mono text-[0.8125rem] leading-6">{text}</pre>
      </section>
    </div>
  );
}
