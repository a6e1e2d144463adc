/** An element of an XML file: its text, or the elements in it. */
export interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  content: string | readonly Element[];
}

/** What stands inside an element. Elements that are null or undefined are left out. */
export type Content = string | readonly (Element | null | undefined)[];

export function element(
  name: string,
  content: Content,
  attributes: Readonly<Record<string, string>> = {},
): Element {
  const kept = typeof content === "string" ? content : content.filter((one) => one != null);
  return { name, attributes, content: kept };
}

/** Characters that XML 1.0 cannot have, not even escaped; halves of surrogate pairs among them. */
const IMPOSSIBLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // A reader would make a space or a line end of it.
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** Text as XML holds it; characters that XML cannot have are left out. */
function escaped(text: string): string {
  return text
    .replace(IMPOSSIBLE, "")
    .replace(/[&<>"\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}

/** The file of an element, in UTF-8, one element a line. */
export function xmlFile(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, "")}`;
}

function written({ name, attributes, content }: Element, indent: string): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const inside =
    typeof content === "string"
      ? escaped(content)
      : `\n${content.map((child) => written(child, `${indent}  `)).join("")}${indent}`;
  return `${indent}<${name}${pairs.join("")}>${inside}</${name}>\n`;
}
