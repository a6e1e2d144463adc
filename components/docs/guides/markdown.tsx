import { lexer, type MarkedToken, type Token, type Tokens, walkTokens } from "marked";
import Link from "next/link";
import { Fragment, type ReactNode } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { addressOf, anchorOf } from "./guides";

/**
 * The Markdown of a file of the repository. Links to files that have no page here are read as their text.
 * @throws for pictures and HTML, which guides do not have
 */
export function Markdown({ text, file }: { text: string; file: string }) {
  const tokens = lexer(text);
  const numbers = new Map<Token, number>();
  walkTokens(tokens, (token) => {
    if (token.type === "code" || token.type === "table") numbers.set(token, numbers.size + 1);
  });
  return <Blocks tokens={tokens} page={{ file, numberOf: (token) => numbers.get(token) ?? 0 }} />;
}

interface Page {
  file: string;
  /** The place of a block of code or a table among them: areas that scroll need names of their own. */
  numberOf(token: Token): number;
}

interface PartProps {
  tokens: readonly Token[] | undefined;
  page: Page;
}

function Blocks({ tokens = [], page }: PartProps) {
  return tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks never move
    <Fragment key={index}>{blockOf(token as MarkedToken, page)}</Fragment>
  ));
}

function blockOf(token: MarkedToken, page: Page): ReactNode {
  switch (token.type) {
    case "space":
      return null;
    case "heading":
      return <Heading token={token} page={page} />;
    case "paragraph":
      return (
        <p className="mt-4 leading-relaxed">
          <Inline tokens={token.tokens} page={page} />
        </p>
      );
    case "text":
      return <Inline tokens={token.tokens ?? [token]} page={page} />;
    case "code": {
      const [language = ""] = (token.lang ?? "").split(" ");
      return (
        <div className="mt-4">
          <CodeBlock text={token.text} label={`example ${page.numberOf(token)}`} language={language} />
        </div>
      );
    }
    case "list":
      return <List token={token} page={page} />;
    case "blockquote":
      return (
        <blockquote className="mt-4 border-l-2 border-line pl-4 text-muted">
          <Blocks tokens={token.tokens} page={page} />
        </blockquote>
      );
    case "table":
      return <Table token={token} page={page} />;
    case "hr":
      return <hr className="mt-8 border-line" />;
    default:
      throw new Error(`${page.file}: guides have no ${token.type}`);
  }
}

function Heading({ token: { depth, text, tokens }, page }: { token: Tokens.Heading; page: Page }) {
  const id = anchorOf(text.replaceAll("`", ""));
  const content = <Inline tokens={tokens} page={page} />;
  return depth <= 2 ? (
    <h2 id={id} className="mt-10 scroll-mt-6 font-serif text-xl font-semibold">
      {content}
    </h2>
  ) : (
    <h3 id={id} className="mt-8 scroll-mt-6 font-semibold">
      {content}
    </h3>
  );
}

function List({ token: { ordered, start, items }, page }: { token: Tokens.List; page: Page }) {
  const content = items.map(({ tokens }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items never move
    <li key={index} className="pl-1">
      <Blocks tokens={tokens} page={page} />
    </li>
  ));
  const look = "mt-4 space-y-2 pl-6 leading-relaxed marker:text-muted";
  return ordered ? (
    <ol start={start === "" ? 1 : start} className={`list-decimal ${look}`}>
      {content}
    </ol>
  ) : (
    <ul className={`list-disc ${look}`}>{content}</ul>
  );
}

/** Scrolls on its own, so that the page never does sideways. */
function Table({ token, page }: { token: Tokens.Table; page: Page }) {
  const { header, rows } = token;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls has to be reachable by keyboard
    <section tabIndex={0} aria-label={`Table ${page.numberOf(token)}`} className="mt-4 overflow-x-auto">
      <table className="w-full min-w-lg border-t border-line text-left text-sm">
        <thead>
          <tr className="border-b border-line">
            {header.map(({ tokens }, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
              <th key={column} scope="col" className="py-2 pr-4 align-baseline font-medium">
                <Inline tokens={tokens} page={page} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
            <tr key={index} className="border-b border-dashed border-line">
              {row.map(({ tokens }, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                <td key={column} className="py-2 pr-4 align-baseline">
                  <Inline tokens={tokens} page={page} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Inline({ tokens = [], page }: PartProps) {
  return tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
    <Fragment key={index}>{inlineOf(token as MarkedToken, page)}</Fragment>
  ));
}

function inlineOf(token: MarkedToken, page: Page): ReactNode {
  switch (token.type) {
    case "text":
      return token.tokens ? <Inline tokens={token.tokens} page={page} /> : token.text;
    case "escape":
      return token.text;
    case "strong":
      return (
        <strong className="font-semibold">
          <Inline tokens={token.tokens} page={page} />
        </strong>
      );
    case "em":
      return (
        <em>
          <Inline tokens={token.tokens} page={page} />
        </em>
      );
    case "codespan":
      return <code className="font-mono text-[0.8125em] wrap-anywhere">{token.text}</code>;
    case "br":
      return <br />;
    case "link": {
      const href = addressOf(token.href, page.file);
      const content = <Inline tokens={token.tokens} page={page} />;
      if (href === null) return content;
      const look = "text-accent underline underline-offset-4 wrap-anywhere";
      return href.startsWith("/") ? (
        <Link href={href} prefetch={false} className={look}>
          {content}
        </Link>
      ) : (
        <a href={href} rel="noreferrer" className={look}>
          {content}
        </a>
      );
    }
    default:
      throw new Error(`${page.file}: guides have no ${token.type}`);
  }
}
