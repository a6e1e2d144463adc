import { clock } from "@/server/lib/clock";
import { drawable, isIsolate, type Weight } from "@/server/lib/pdf/faces";
import { bytesOf, type FileOptions, newFile, PAGE } from "@/server/lib/pdf/file";
import { type Line, linesOf } from "@/server/lib/pdf/lines";
import { type Direction, hasRightToLeft, levelsOf, piecesOf, runsOf } from "@/server/lib/pdf/runs";

interface Style {
  size: number;
  weight: Weight;
  color: string;
}

const TITLE: Style = { size: 20, weight: "bold", color: "#111827" };
const HEADING: Style = { size: 11, weight: "bold", color: "#111827" };
const TEXT: Style = { size: 9.5, weight: "regular", color: "#111827" };
const STRONG: Style = { ...TEXT, weight: "bold" };
const QUIET: Style = { size: 8.5, weight: "regular", color: "#4b5563" };

/** Room between columns. */
const GAP = 12;
const FOOT = 40;
const LINE = 1.5;
/** After this many rows others have a turn: a long table takes seconds. */
const ROWS_AT_ONCE = 20;

export interface Column {
  title: string;
  /** Share of the width. */
  share: number;
  /** Numbers stand at the end. */
  align?: "start" | "end";
}

export interface PaperOptions extends FileOptions {
  direction: Direction;
  /** At the foot of every page. */
  foot: (page: number, pages: number) => string;
}

/** One text with a place: lines of a width, measured. */
interface Block {
  text: string;
  levels: ReturnType<typeof levelsOf>;
  lines: Line[];
  style: Style;
}

type Element = PDFKit.PDFStructureElement;

/**
 * A paper that is written from top to bottom. Starts of lines are at the right where the language is written from right to left;
 * text of others (names, addresses) keeps the direction that it has by itself, and each stands alone, so that none turns
 * what is beside it. Marks that would are not drawn.
 */
export class Paper {
  private readonly root: Element;
  private y = 0;

  private constructor(
    private readonly options: PaperOptions,
    private readonly file: PDFKit.PDFDocument,
  ) {
    this.root = this.file.struct("Document");
    this.file.addStructure(this.root);
    this.addPage();
  }

  /** A paper with an empty first page. */
  static async begin(options: PaperOptions): Promise<Paper> {
    return new Paper(options, await newFile(options));
  }

  title(text: string): void {
    this.block("H1", text, TITLE);
    this.space(6);
  }

  heading(text: string): void {
    this.space(10);
    // Never alone at the foot of a page.
    this.need(60);
    this.block("H2", text, HEADING);
    this.space(2);
  }

  paragraph(text: string, kind: "text" | "quiet" = "text"): void {
    for (const part of text.split(/\r\n|\r|\n/u)) this.block("P", part, kind === "text" ? TEXT : QUIET);
    this.space(4);
  }

  /** Groups of lines beside each other, as an address of a seller and one of a buyer. */
  beside(groups: readonly { title: string; lines: readonly string[] }[]): void {
    const width = (WIDTH - GAP * (groups.length - 1)) / groups.length;
    const columns = groups.map(({ title, lines }) => [
      this.measured(title, QUIET, width),
      ...lines.map((line) => this.measured(line, TEXT, width)),
    ]);
    const height = Math.max(...columns.map((blocks) => sum(blocks.map(heightOf))));
    this.need(Math.min(height, BODY));
    const top = this.y;
    let lowest = top;
    columns.forEach((blocks, index) => {
      this.y = top;
      for (const block of blocks) {
        this.element(this.root, "P", (element) => {
          this.draw(
            element,
            "P",
            block,
            0,
            block.lines.length,
            this.place(index * (width + GAP), width),
            "start",
          );
        });
        this.y += heightOf(block);
      }
      lowest = Math.max(lowest, this.y);
    });
    this.y = lowest;
    this.space(8);
  }

  /** Labels with their values, one under the other. */
  async pairs(pairs: readonly (readonly [label: string, value: string])[]): Promise<void> {
    const columns: Column[] = [
      { title: "", share: 0.3 },
      { title: "", share: 0.7 },
    ];
    await this.rows(columns, pairs, [QUIET, TEXT], ["TH", "TD"]);
    this.space(6);
  }

  /** Sums at the end of the page, the last one strong. */
  async sums(pairs: readonly (readonly [label: string, value: string])[]): Promise<void> {
    const columns: Column[] = [
      { title: "", share: 0.45 },
      { title: "", share: 0.3, align: "end" },
      { title: "", share: 0.25, align: "end" },
    ];
    const rows = pairs.map(([label, value]) => ["", label, value]);
    await this.rows(columns, rows.slice(0, -1), [TEXT, TEXT, TEXT], ["TD", "TH", "TD"]);
    await this.rows(columns, rows.slice(-1), [STRONG, STRONG, STRONG], ["TD", "TH", "TD"]);
    this.space(6);
  }

  /** A table whose titles stand on every page that it has rows on. */
  async table(
    columns: readonly Column[],
    rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
  ): Promise<void> {
    await this.rows(
      columns,
      rows,
      columns.map(() => TEXT),
      columns.map(() => "TD"),
      true,
    );
    this.space(8);
  }

  /** Ends the paper. */
  async finish(): Promise<Uint8Array> {
    this.root.end();
    const { count } = this.file.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.file.switchToPage(page);
      this.file.markContent("Artifact", { type: "Pagination", attached: ["Bottom"] });
      // It begins with a number, whose letters say nothing of the language of the paper.
      const block = this.measured(this.options.foot(page + 1, count), QUIET, WIDTH, this.options.direction);
      this.y = PAGE.height - FOOT;
      this.drawLines(block, 0, 1, PAGE.margin, WIDTH, "start");
      this.file.endMarkedContent();
    }
    return bytesOf(this.file);
  }

  private async rows(
    columns: readonly Column[],
    rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
    styles: readonly Style[],
    kinds: readonly string[],
    hasTitles = false,
  ): Promise<void> {
    const table = this.file.struct("Table");
    this.root.add(table);
    const places = placesOf(columns);
    const titles = columns.map((column, index) =>
      this.measured(column.title, QUIET, places[index]?.width ?? 0),
    );
    const heads = columns.map(() => "TH");
    if (hasTitles) {
      this.need(60);
      this.row(table, titles, places, columns, heads);
      this.rule();
    }
    let done = 0;
    for await (const row of rows) {
      const cells = columns.map((_, index) =>
        this.measured(row[index] ?? "", styles[index] ?? TEXT, places[index]?.width ?? 0),
      );
      this.row(table, cells, places, columns, kinds, () => {
        if (!hasTitles) return;
        // Read once: repeated titles are not for those who listen.
        this.file.markContent("Artifact", { type: "Layout" });
        titles.forEach((title, index) => {
          const { x, width } = this.place(places[index]?.x ?? 0, places[index]?.width ?? 0);
          this.drawLines(title, 0, title.lines.length, x, width, columns[index]?.align ?? "start");
        });
        this.file.endMarkedContent();
        this.y += Math.max(...titles.map(heightOf));
        this.rule();
      });
      if (++done % ROWS_AT_ONCE === 0) await clock.wait(0);
    }
    if (hasTitles) this.rule();
    table.end();
  }

  /** One row; a cell longer than a page goes on on the next. */
  private row(
    table: Element,
    cells: readonly Block[],
    places: readonly { x: number; width: number }[],
    columns: readonly Column[],
    kinds: readonly string[],
    onNewPage?: () => void,
  ): void {
    const height = Math.max(...cells.map(heightOf));
    if (height <= BODY && this.y + height > BOTTOM) {
      this.addPage();
      onNewPage?.();
    }
    this.element(table, "TR", (tr) => {
      const elements = kinds.map((kind) => {
        const element = this.file.struct(kind);
        tr.add(element);
        return element;
      });
      const size = Math.max(...cells.map(({ style }) => style.size)) * LINE;
      const total = Math.max(...cells.map(({ lines }) => lines.length));
      for (let from = 0; from < total; ) {
        const room = Math.floor((BOTTOM - this.y) / size);
        if (room < 1) {
          this.addPage();
          onNewPage?.();
          continue;
        }
        const to = Math.min(total, from + room);
        cells.forEach((cell, index) => {
          const element = elements[index];
          const place = this.place(places[index]?.x ?? 0, places[index]?.width ?? 0);
          const end = Math.min(to, cell.lines.length);
          if (!element || from >= end) return;
          this.draw(element, kinds[index] ?? "TD", cell, from, end, place, columns[index]?.align ?? "start");
        });
        this.y += (to - from) * size;
        from = to;
      }
      for (const element of elements) element.end();
    });
    this.y += 3;
  }

  private block(kind: string, text: string, style: Style): void {
    const block = this.measured(text, style, WIDTH);
    this.element(this.root, kind, (element) => {
      block.lines.forEach((_, index) => {
        this.need(style.size * LINE);
        this.draw(element, kind, block, index, index + 1, { x: PAGE.margin, width: WIDTH }, "start");
        this.y += style.size * LINE;
      });
    });
  }

  private element(parent: Element, kind: string, fill: (element: Element) => void): void {
    const element = this.file.struct(kind);
    parent.add(element);
    fill(element);
    element.end();
  }

  private measured(value: string, style: Style, width: number, base: Direction | "auto" = "auto"): Block {
    const text = drawable(value);
    const lines = linesOf(text, width, (part) => this.widthOf(part, style));
    return { text, levels: levelsOf(text, base), lines, style };
  }

  private widthOf(text: string, style: Style): number {
    return sum(
      piecesOf(text, style.weight).map((piece) => this.runWidth(piece.text, piece.face.name, style.size)),
    );
  }

  private runWidth(text: string, face: string, size: number): number {
    // With a list of features, even an empty one, the library shapes the run as a whole and not word by word.
    return this.file.font(face).fontSize(size).widthOfString(text, { features: [] });
  }

  /** Lines of a block as content of an element. */
  private draw(
    element: Element,
    kind: string,
    block: Block,
    from: number,
    to: number,
    { x, width }: { x: number; width: number },
    align: "start" | "end",
  ): void {
    const start = block.lines[from]?.start ?? 0;
    const end = block.lines[to - 1]?.end ?? 0;
    // Glyphs stand from left to right; the text says in which order they are read.
    const actual = hasRightToLeft(block.levels, start, end)
      ? { actual: [...block.text.slice(start, end)].filter((c) => !isIsolate(c)).join("") }
      : {};
    element.add(this.file.markStructureContent(kind, actual));
    this.drawLines(block, from, to, x, width, align);
    this.file.endMarkedContent();
  }

  private drawLines(
    { text, levels, lines, style }: Block,
    from: number,
    to: number,
    x: number,
    width: number,
    align: "start" | "end",
  ): void {
    const atRight = (align === "end") !== (this.options.direction === "rtl");
    for (let index = from; index < to; index++) {
      const line = lines[index];
      if (!line) return;
      const baseline = this.y + (index - from) * style.size * LINE + style.size;
      let end = 0;
      const runs = runsOf(text, levels, line.start, line.end, style.weight).map((run) => {
        const at = end;
        end += this.runWidth(run.text, run.face.name, style.size);
        return { ...run, at };
      });
      const left = atRight ? x + width - end : x;
      // In the order of reading, so that a reader copies it in that order.
      for (const run of runs.toSorted((a, b) => a.start - b.start)) {
        this.file.font(run.face.name).fontSize(style.size).fillColor(style.color);
        this.file.text(run.text, left + run.at, baseline, {
          lineBreak: false,
          features: [],
          baseline: "alphabetic",
        });
      }
    }
  }

  /** Where something stands that is `x` from the start of the line. */
  private place(x: number, width: number): { x: number; width: number } {
    const isReversed = this.options.direction === "rtl";
    return { x: isReversed ? PAGE.width - PAGE.margin - x - width : PAGE.margin + x, width };
  }

  private rule(): void {
    this.file.markContent("Artifact", { type: "Layout" });
    this.file
      .moveTo(PAGE.margin, this.y)
      .lineTo(PAGE.width - PAGE.margin, this.y)
      .lineWidth(0.5)
      .strokeColor("#9ca3af")
      .stroke();
    this.file.endMarkedContent();
    this.y += 4;
  }

  private space(points: number): void {
    this.y += points;
  }

  private need(points: number): void {
    if (this.y + points > BOTTOM) this.addPage();
  }

  private addPage(): void {
    this.file.addPage();
    this.y = PAGE.margin;
  }
}

const WIDTH = PAGE.width - 2 * PAGE.margin;
const BOTTOM = PAGE.height - FOOT - 20;
const BODY = BOTTOM - PAGE.margin - 30;

function placesOf(columns: readonly Column[]): { x: number; width: number }[] {
  const room = WIDTH - GAP * (columns.length - 1);
  const shares = sum(columns.map(({ share }) => share));
  let x = 0;
  return columns.map(({ share }) => {
    const place = { x, width: (room * share) / shares };
    x += place.width + GAP;
    return place;
  });
}

function heightOf({ lines, style }: Block): number {
  return lines.length * style.size * LINE;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
