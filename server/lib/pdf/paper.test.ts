import { expect, test } from "vitest";
import { drawable, isolated, loadFaces, undrawable } from "@/server/lib/pdf/faces";
import { linesOf } from "@/server/lib/pdf/lines";
import { Paper } from "@/server/lib/pdf/paper";
import type { Direction } from "@/server/lib/pdf/runs";
import { readPdf } from "@/server/testing/pdf-text";

const AT = new Date("2026-11-01T00:00:00Z");

async function paper(
  language: string,
  direction: Direction,
  write: (paper: Paper) => unknown,
  foot: (page: number, pages: number) => string = (page, pages) => `${page} / ${pages}`,
) {
  const made = await Paper.begin({
    title: "Invoice 2026-7 <&>",
    language,
    direction,
    createdAt: AT,
    foot,
  });
  await write(made);
  return made.finish();
}

test("letters of many languages come out of the file as they went in", async () => {
  const lines = [
    "Zażółć gęślą jaźń",
    "Tiếng Việt: Nguyễn Thị Hương",
    "Straße, naïve, Çelik, İzmir",
    "Ελλάδα · Київ",
    "1.234,56 €",
  ];
  const { text, title, language, tags } = await readPdf(
    await paper("en", "ltr", (made) => lines.forEach((line) => void made.paragraph(line))),
  );
  for (const line of lines) expect(text).toContain(line);
  expect({ title, language, tags }).toEqual({
    title: "Invoice 2026-7    ",
    language: "en",
    tags: ["Document", "P", "Root"],
  });
});

test("Chinese and Arabic come out in the order in which they are read", async () => {
  const { text } = await readPdf(
    await paper("ar", "rtl", (made) => {
      made.title(`فاتورة رقم ${isolated("2026-0007")}`);
      made.paragraph("شركة الأمل للتجارة المحدودة دبي");
      made.paragraph("上海晨光文具有限公司，发票金额一千二百元。");
      made.paragraph("مجموع الفاتورة ٤٥٦ درهم");
    }),
  );
  expect(text).toContain("2026-0007");
  expect(text).toContain("فاتورة رقم");
  expect(text).toContain("شركة الأمل للتجارة المحدودة دبي");
  expect(text).toContain("上海晨光文具有限公司，发票金额一千二百元。");
  expect(text).toContain("مجموع الفاتورة");
  expect(text).toContain("٤٥٦");
});

test("the foot of an Arabic paper is read from right to left, though it begins with a number of Latin letters", async () => {
  const foot = (page: number) => `INV-7 · صفحة ${isolated(String(page))} من ${isolated("9")}`;
  const { pieces } = await readPdf(await paper("ar", "rtl", (made) => made.title("فاتورة"), foot));
  const left = (text: string) => pieces.find((piece) => piece.text.includes(text))?.left ?? Number.NaN;
  expect(left("INV-7")).toBeGreaterThan(left("9"));
});

test("marks that turn the direction of a text are not drawn", async () => {
  await loadFaces();
  expect(drawable("Acme \u202e0001\u202c Ltd\u2066\u200f\u0000")).toBe("Acme 0001 Ltd");
  expect(await undrawable("Acme 🦊 한 上海 دبي")).toEqual(["🦊", "한"]);
  expect(drawable("🦊 한")).toBe("? ?");
});

test("a table goes on over pages with its titles, and the same content is the same file", async () => {
  const write = (made: Paper) =>
    made.table(
      [
        { title: "Item", share: 3 },
        { title: "Sum", share: 1, align: "end" },
      ],
      Array.from({ length: 120 }, (_, index) => [`Item number ${index}`, `${index}.00`]),
    );
  const first = await paper("en", "ltr", write);
  const { pages, tags } = await readPdf(first);
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages) expect(page.join(" ")).toMatch(/^Item\s*Sum/);
  expect(pages.flat().filter((line) => /^Item number \d+/.test(line))).toHaveLength(120);
  expect(tags).toEqual(["Document", "Root", "TD", "TH", "TR", "Table"]);
  expect(Buffer.from(await paper("en", "ltr", write)).equals(Buffer.from(first))).toBe(true);
});

test("a cell longer than a page goes on on the next, nothing of it is lost", async () => {
  const words = Array.from({ length: 3_000 }, (_, index) => `w${index}`);
  const { pages, text } = await readPdf(
    await paper("en", "ltr", (made) =>
      made.table(
        [
          { title: "Note", share: 1 },
          { title: "Sum", share: 4 },
        ],
        [[words.join(" "), "1"]],
      ),
    ),
  );
  expect(pages.length).toBeGreaterThan(1);
  expect(text.match(/\bw\d+\b/g)).toHaveLength(3_000);
});

test("lines end between words and between Chinese characters, and inside a word only where it has no room", () => {
  const lines = (text: string, width: number) =>
    linesOf(text, width, (part) => part.length).map(({ start, end }) => text.slice(start, end));
  expect(lines("one two three", 7)).toEqual(["one two", "three"]);
  expect(lines("abcdefghij kl", 4)).toEqual(["abcd", "efgh", "ij", "kl"]);
  expect(lines("一二三，四五", 4)).toEqual(["一二三，", "四五"]);
  expect(lines("", 4)).toEqual([""]);
});
