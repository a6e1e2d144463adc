import type { Sharp } from "sharp";
import { ApiError, invalidField } from "@/server/errors";

/** Pixels of a file that is decoded at all: what 16 megabytes of it could unpack to fills the memory of the process. */
const MAX_PIXELS = 4_096 * 4_096;
const MAX_SIDE = 8_192;
/** Twice what the largest place on a page shows. */
const SHOWN_SIDE = 512;
/** A file that cannot be drawn in this time is none that somebody made for a page. */
const SECONDS = 5;

/** The first bytes of the formats that are taken; what a file is called or says of itself counts for nothing. */
const FORMATS: readonly { name: string; starts: (bytes: Buffer) => boolean }[] = [
  { name: "png", starts: (bytes) => bytes.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex")) },
  { name: "jpeg", starts: (bytes) => bytes.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex")) },
  {
    name: "webp",
    starts: (bytes) =>
      bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP",
  },
];

export interface DrawnLogo {
  png: Buffer;
  width: number;
  height: number;
}

/** One after the other: decoding takes memory that several strangers could add up. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Draws an image anew as a PNG of at most 512 pixels a side: only its pixels survive, no metadata, no second file
 * behind the first and nothing that a browser could take for markup. Throws 400 on `image` for everything that is not
 * a whole PNG, JPEG or WebP image of a sensible size; SVG is among what is refused.
 */
export function drawLogo(file: Buffer): Promise<DrawnLogo> {
  const drawn = last.then(() => draw(file));
  last = drawn.catch(() => {});
  return drawn;
}

async function draw(file: Buffer): Promise<DrawnLogo> {
  const format = FORMATS.find(({ starts }) => starts(file));
  if (!format) throw refused("The logo must be a PNG, JPEG or WebP image", "unsupported_format");
  const image = await open(file);
  try {
    const { format: found, width, height } = await image.metadata();
    if (found !== format.name)
      throw refused("The logo is not what its first bytes say", "unsupported_format");
    if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) {
      throw refused("The logo has too many pixels: 4096 × 4096 are the most", "too_large");
    }
    const { data, info } = await image
      // A photo says in its metadata how it is to be turned, which is about to go.
      .rotate()
      .resize({ width: SHOWN_SIDE, height: SHOWN_SIDE, fit: "inside", withoutEnlargement: true })
      .timeout({ seconds: SECONDS })
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true });
    return { png: data, width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw refused("The logo cannot be read: the file is damaged or too large", "unreadable", error);
  }
}

/** The library is loaded with the first logo, and its other decoders are switched off before it sees a byte. */
async function open(file: Buffer): Promise<Sharp> {
  const { default: sharp } = await import("sharp");
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer", "VipsForeignLoadWebpBuffer"],
  });
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp(file, { limitInputPixels: MAX_PIXELS, failOn: "error", animated: false, pages: 1 });
}

function refused(message: string, code: string, cause?: unknown): ApiError {
  const error = invalidField("image", message, code);
  if (cause !== undefined) error.cause = cause;
  return error;
}
