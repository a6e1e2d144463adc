import type { Sharp } from "sharp";
import { ApiError, invalidField } from "@/server/errors";
import { FairQueue, QueueFull } from "@/server/lib/concurrency/fair-queue";

/** Pixels of a file that is decoded at all: what 16 megabytes of it could unpack to fills the memory of the process. */
const MAX_PIXELS = 4_096 * 4_096;
const MAX_SIDE = 8_192;
/** Twice what the largest place on a page shows. */
const SHOWN_SIDE = 512;
/** A file that cannot be drawn in this time is none that somebody made for a page; others wait for it. */
const SECONDS = 2;
/** Uploads of one account that wait or are drawn: nobody sets more than a few logos at once. */
const MOST_OF_ACCOUNT = 3;

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

/** One after the other, because decoding takes memory that several strangers could add up; accounts take turns. */
const queue = new FairQueue(MOST_OF_ACCOUNT);

/**
 * Draws an image of an account anew as a PNG of at most 512 pixels a side: only its pixels survive, no metadata, no
 * second file behind the first and nothing that a browser could take for markup. Throws 400 on `image` for everything
 * that is not a whole PNG, JPEG or WebP image of a sensible size, SVG among it, and 429 where the account has several
 * waiting.
 */
export async function drawLogo(platformId: string, file: Buffer): Promise<DrawnLogo> {
  try {
    return await queue.run(platformId, () => draw(file));
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error;
    throw new ApiError("too_many_requests", "Too many logos at once", { retryAfterSeconds: SECONDS });
  }
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
