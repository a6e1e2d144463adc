import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readResults } from "@/bench/support/results";
import { scaleTables, storedCosts } from "@/bench/support/scale/tables";
import { repositoryRoot } from "@/repository-root";

/** The page that says what an installation of which size needs. */
export const SCALE_PAGE = join(repositoryRoot(), "docs", "scale.md");

const BEGIN = "<!-- tables: npm run bench -- costs -->";
const END = "<!-- end of the tables -->";

/** The page with the tables that follow from the stored figures. */
export function scalePage(): string {
  const text = readFileSync(SCALE_PAGE, "utf8");
  const [before, rest] = halves(text, BEGIN);
  const [, after] = halves(rest, END);
  return `${before}${BEGIN}\n\n${scaleTables(storedCosts(), bytesPerPayment())}\n\n${END}${after}`;
}

/** Writes them into the page. */
export function writeScaleTables(): void {
  writeFileSync(SCALE_PAGE, scalePage());
}

function bytesPerPayment(): number {
  const figures = readResults(["storage"]).flatMap(({ report }) => report.figures);
  const found = figures.find(({ what }) => what.startsWith("bytes in the database per paid request"));
  if (!found) throw new Error("no figure of the bytes of a payment: npm run bench -- storage");
  return found.value;
}

function halves(text: string, at: string): [string, string] {
  const place = text.indexOf(at);
  if (place < 0) throw new Error(`${SCALE_PAGE} has no line ${at}`);
  return [text.slice(0, place), text.slice(place + at.length)];
}
