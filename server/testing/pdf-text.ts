import { getDocument, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";

/** What a reader of a PDF file copies out of it: a text for each line of each page, and the file's own words about itself. */
export async function readPdf(bytes: Uint8Array): Promise<{
  pages: string[][];
  text: string;
  title: unknown;
  language: unknown;
  tags: string[];
  attachments: { name: string; content: Uint8Array }[];
  /** Each piece of text as it is drawn, with where its left end is on its page, in points. */
  pieces: { text: string; left: number }[];
}> {
  const task = getDocument({ data: bytes.slice(), verbosity: VerbosityLevel.ERRORS });
  const document = await task.promise;
  const pages: string[][] = [];
  const tags = new Set<string>();
  const pieces: { text: string; left: number }[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const lines: string[] = [""];
    for (const item of items) {
      if (!("str" in item)) continue;
      pieces.push({ text: item.str, left: Number(item.transform[4]) });
      lines.push(`${lines.pop() ?? ""}${item.str}`);
      if (item.hasEOL) lines.push("");
    }
    pages.push(lines.filter((line) => line !== ""));
    collect(await page.getStructTree(), tags);
  }
  const { info } = await document.getMetadata();
  const attachments = Object.values((await document.getAttachments()) ?? {}) as {
    filename: string;
    content: Uint8Array;
  }[];
  await task.destroy();
  return {
    pages,
    pieces,
    text: pages.flat().join("\n"),
    title: (info as Record<string, unknown>).Title,
    language: (info as Record<string, unknown>).Language,
    tags: [...tags].toSorted(),
    attachments: attachments.map(({ filename, content }) => ({ name: filename, content })),
  };
}

function collect(node: unknown, tags: Set<string>): void {
  if (typeof node !== "object" || node === null) return;
  if ("role" in node && typeof node.role === "string") tags.add(node.role);
  if ("children" in node && Array.isArray(node.children))
    for (const child of node.children) collect(child, tags);
}
