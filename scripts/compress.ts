import { createReadStream, createWriteStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createBrotliCompress, createGzip } from "node:zlib";

/** Kinds of files that get smaller; fonts and pictures are compressed already. */
const TEXTS = new Set([".js", ".css", ".svg"]);

/**
 * Writes a `.br` and a `.gz` beside each script, style and drawing below `folder`, as small as they get: it is done
 * once for each build, and not for each visitor. Returns how many files were compressed.
 */
export async function compressFiles(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && TEXTS.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(files.flatMap((file) => [brotli(file), gzip(file)]));
  return files.length;
}

function brotli(file: string): Promise<void> {
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  return pipeline(createReadStream(file), createBrotliCompress(best), createWriteStream(`${file}.br`));
}

function gzip(file: string): Promise<void> {
  const best = { level: constants.Z_BEST_COMPRESSION };
  return pipeline(createReadStream(file), createGzip(best), createWriteStream(`${file}.gz`));
}
