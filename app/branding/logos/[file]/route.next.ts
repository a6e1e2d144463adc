import { publicCaller } from "@/server/auth/callers";
import { app } from "@/server/boot";
import { findLogo } from "@/server/branding/logos";

/** A browser that opens one on its own finds pixels in it and nothing to run. */
const HEADERS = {
  "content-type": "image/png",
  "cache-control": "public, max-age=31536000, immutable",
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** A logo that a merchant uploaded. Its name is the hash of its content, so that it never changes. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ file: string }> },
): Promise<Response> {
  const { file } = await params;
  const id = /^([0-9a-f]{64})\.png$/.exec(file)?.[1];
  const png = id ? await findLogo(app().context(publicCaller("")), id) : null;
  if (!id || !png)
    return new Response("Not found", { status: 404, headers: { "cache-control": "no-store" } });
  const headers = { ...HEADERS, etag: `"${id}"` };
  if (request.headers.get("if-none-match") === headers.etag)
    return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(png), { headers });
}
