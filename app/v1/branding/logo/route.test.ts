import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as getLogo } from "@/app/branding/logos/[file]/route.next";
import { PUT as putBranding } from "@/app/v1/branding/route";
import { logos } from "@/db/schema";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession, type TestSession } from "@/server/testing/credentials";
import { send } from "@/server/testing/send";
import { POST } from "./route";

let api: TestApi;
let merchant: TestSession;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off" });
  merchant = await aSession(api);
});
afterAll(() => api.close());

const solid = (width: number, height: number, red = 200) =>
  sharp({ create: { width, height, channels: 3, background: { r: red, g: 30, b: 40 } } });
const upload = (file: Buffer | string, headers: Record<string, string> = merchant.bearer) =>
  send(POST, "/v1/branding/logo", {
    method: "POST",
    headers,
    body: { image: typeof file === "string" ? file : file.toString("base64") },
  });
const serve = (path: string, headers: Record<string, string> = {}) =>
  getLogo(new Request(`http://127.0.0.1${path}`, { headers }), {
    params: Promise.resolve({ file: path.split("/").at(-1) ?? "" }),
  });

describe("201 a logo", () => {
  test("is drawn anew, without metadata and what hides behind it, and served so that nothing in it can run", async () => {
    const script = Buffer.from("<script>alert(1)</script><?php system($_GET[0]) ?>");
    const photo = await solid(900, 300)
      .withExif({ IFD0: { Copyright: "someone at 52.52,13.40" } })
      .jpeg()
      .toBuffer();
    const { status, body } = await upload(Buffer.concat([photo, script]));
    expect(status).toBe(201);
    expect(body).toMatchObject({ width: 512, height: 171 });
    const answer = await serve(body.logoPath);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect(bytes.includes("script") || bytes.includes("Copyright") || bytes.includes("52.52")).toBe(false);
    const drawn = await sharp(bytes).metadata();
    expect([drawn.format, drawn.width, drawn.height, drawn.exif]).toEqual(["png", 512, 171, undefined]);
    const again = await serve(body.logoPath, { "if-none-match": answer.headers.get("etag") ?? "" });
    expect(again.status).toBe(304);
    // The same image is the same logo, and a branding takes its path as it is.
    expect((await upload(photo)).body.logoPath).toBe(body.logoPath);
    const { logoPath } = body;
    const set = await send(putBranding, "/v1/branding", {
      method: "PUT",
      headers: merchant.bearer,
      body: { logoPath },
    });
    expect(set).toMatchObject({ status: 200, body: { logoPath } });
  });

  test("is taken as PNG, JPEG and WebP, and an animation as its first picture", async () => {
    for (const file of [solid(40, 20).png(), solid(40, 20).jpeg(), solid(40, 20).webp()]) {
      expect((await upload(await file.toBuffer())).body).toMatchObject({ width: 40, height: 20 });
    }
    const frames = Buffer.alloc(16 * 32 * 3, 90);
    const raw = { width: 16, height: 32, channels: 3 as const, pageHeight: 16 };
    const animation = await sharp(frames, { raw }).webp({ loop: 0 }).toBuffer();
    expect((await upload(animation)).body).toMatchObject({ width: 16, height: 16 });
  });

  test("outlives others while a branding shows it, and an account keeps only a few that none shows", async () => {
    const first = await aSession(api);
    const shown = await upload(await solid(10, 10, 1).png().toBuffer(), first.bearer);
    const { logoPath } = shown.body;
    await send(putBranding, "/v1/branding", { method: "PUT", headers: first.bearer, body: { logoPath } });
    const others: string[] = [];
    for (let red = 2; red < 10; red += 1) {
      others.push((await upload(await solid(10, 10, red).png().toBuffer(), first.bearer)).body.logoPath);
    }
    const statuses = await Promise.all([logoPath, ...others].map(async (path) => (await serve(path)).status));
    expect(statuses).toEqual([200, 404, 404, 404, 200, 200, 200, 200, 200]);
  });
});

describe("400 what is no sensible image", () => {
  test("SVG, GIF, HTML and names of other formats are refused by their bytes", async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const xxe = `<?xml version="1.0"?><!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>`;
    const png = Buffer.from("89504e470d0a1a0a", "hex");
    const gif = await solid(4, 4).gif().toBuffer();
    const avif = await solid(16, 16).avif().toBuffer();
    const files = [svg, xxe, "<html>", "", "%PDF-1.7"].map((text) => Buffer.from(text));
    const before = await api.app.database.db.$count(logos);
    // The last: an SVG behind the first bytes of a PNG.
    for (const file of [...files, gif, avif, Buffer.concat([png, Buffer.from(svg)])]) {
      expect((await upload(file)).status).toBe(400);
    }
    expect((await upload("not base64!")).status).toBe(400);
    expect(await api.app.database.db.$count(logos)).toBe(before);
  });

  test("a bomb of pixels in few bytes is refused before it is unpacked, and half an image is", async () => {
    const started = process.memoryUsage().rss;
    for (const [width, height] of [
      [30_000, 30_000],
      [4_097, 4_097],
      [60_000, 1],
    ] as const) {
      expect((await upload(bomb(width, height))).status).toBe(400);
    }
    expect(process.memoryUsage().rss - started).toBeLessThan(300_000_000);
    const whole = await sharp(Buffer.from(Array.from({ length: 90_000 }, (_, i) => (i * 7919) % 251)), {
      raw: { width: 300, height: 100, channels: 3 },
    })
      .png()
      .toBuffer();
    expect((await upload(whole.subarray(0, whole.length / 2))).status).toBe(400);
  });

  test("many uploads of one account at once hold up no other account, and most of them are refused", async () => {
    const other = await aSession(api);
    const [large, small] = [await solid(2_000, 2_000).png().toBuffer(), await solid(16, 16).png().toBuffer()];
    const many = Array.from({ length: 40 }, async () => {
      const { status, headers } = await upload(large);
      return status === 429 ? `429 after ${headers.get("retry-after")}` : status;
    });
    expect((await upload(small, other.bearer)).status).toBe(201);
    const statuses = await Promise.all(many);
    expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(3);
    expect(new Set(statuses)).toEqual(new Set([201, "429 after 2"]));
  });

  test("more than 512 kB is refused, and nobody uploads without a credential", async () => {
    expect((await upload("A".repeat(700_004))).status).toBe(400);
    expect((await upload(await solid(4, 4).png().toBuffer(), {})).status).toBe(401);
  });

  test("nothing but whole names of logos is found", async () => {
    const names = ["x.png", `${"0".repeat(64)}.png`, `${"0".repeat(64)}.svg`, "..%2f..%2fetc%2fpasswd", ""];
    const statuses = await Promise.all(
      names.map(async (name) => (await serve(`/branding/logos/${name}`)).status),
    );
    expect(statuses).toEqual([404, 404, 404, 404, 404]);
  });
});

/** A PNG of one colour that says it is this large; its data stay small. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc(Math.min(height * (Math.ceil(width / 8) + 1), 8_000_000));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
