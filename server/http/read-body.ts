import { ApiError } from "@/server/errors";
import type { ReceivedRequest } from "@/server/lib/received";
import { findUnstorable } from "@/server/lib/text";

/** Enough for the largest documented body, 200 payouts with customer data. */
export const MAX_BODY_BYTES = 1_000_000;
/** Larger bodies are cut off instead of being read and thrown away. */
const MAX_DISCARDED_BYTES = 16_000_000;
/** No documented body nests deeper than 6. */
const MAX_DEPTH = 20;

const utf8 = new TextDecoder("utf-8", { fatal: true });

export interface ParsedBody {
  bytes: Uint8Array;
  json: unknown;
}

/**
 * Reads a JSON body without trusting it: stops at the size limit, refuses invalid UTF-8, deep nesting and
 * keys that could reach a prototype, and text that cannot be stored. Throws `ApiError` 400, 413 or 415.
 */
export async function readJsonBody(request: ReceivedRequest): Promise<ParsedBody> {
  const type = request.headers.get("content-type");
  if (type && !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw new ApiError("unsupported_media_type", "Content-Type must be application/json");
  }
  const bytes = await readBytes(request);
  if (bytes.length === 0) return { bytes, json: {} };
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (cause) {
    throw new ApiError("malformed_body", "Body is not valid UTF-8", { cause });
  }
  refuseDepth(text);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new ApiError("malformed_body", "Body is not valid JSON", { cause });
  }
  // A cheap look at the text first: only bodies that mention the key, or can hide it, are walked.
  const hasEscapes = text.includes("\\u");
  if (hasEscapes || text.includes("__proto__")) refusePrototypeKeys(json);
  // Valid UTF-8 has no halves of pairs and JSON no bare control characters: only escapes can bring them.
  if (hasEscapes) refuseUnstorable(json);
  return { bytes, json };
}

/** Reads a body as the text it is, for what is signed byte by byte. Throws `ApiError` 400 and 413. */
export async function readTextBody(request: ReceivedRequest): Promise<string> {
  try {
    return utf8.decode(await readBytes(request));
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError("malformed_body", "Body is not valid UTF-8", { cause });
  }
}

async function readBytes(request: ReceivedRequest): Promise<Uint8Array> {
  const announced = Number(request.headers.get("content-length") ?? Number.NaN);
  if (announced > MAX_DISCARDED_BYTES) throw tooLarge();
  if (announced <= MAX_BODY_BYTES) {
    return request.wholeBody?.() ?? new Uint8Array(await request.arrayBuffer());
  }
  if (!request.body) return new Uint8Array();
  return readUpToLimit(request.body.getReader());
}

/** Reads to the end also when it is too much, keeping nothing, so that the caller is still there to be told. */
async function readUpToLimit(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size <= MAX_BODY_BYTES) chunks.push(value);
    else chunks.length = 0;
    if (size > MAX_DISCARDED_BYTES) {
      await reader.cancel();
      break;
    }
  }
  if (size > MAX_BODY_BYTES) throw tooLarge();
  return Buffer.concat(chunks);
}

function tooLarge(): ApiError {
  return new ApiError("payload_too_large", `Body is larger than ${MAX_BODY_BYTES} bytes`);
}

/** Counts brackets outside strings before anything is parsed, so that depth costs no memory. */
function refuseDepth(text: string): void {
  if (!hasManyBrackets(text)) return;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 0x5c) i++;
      else if (c === 0x22) inString = false;
    } else if (c === 0x22) inString = true;
    else if (c === 0x7b || c === 0x5b) {
      depth++;
      if (depth > MAX_DEPTH) throw new ApiError("malformed_body", "Body is nested too deeply");
    } else if (c === 0x7d || c === 0x5d) depth--;
  }
}

/** Few opening brackets cannot nest deeply: most bodies need no look at each character. */
function hasManyBrackets(text: string): boolean {
  let count = 0;
  for (const bracket of ["{", "["]) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      if (++count > MAX_DEPTH) return true;
    }
  }
  return false;
}

function refusePrototypeKeys(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (key === "__proto__") throw new ApiError("malformed_body", "Key __proto__ is not allowed");
    refusePrototypeKeys(child);
  }
}

function refuseUnstorable(json: unknown): void {
  const found = findUnstorable(json);
  if (!found) return;
  const { path, message } = found;
  throw new ApiError("validation_failed", message, {
    issues: [{ code: "custom", message, path }],
    isOfSchema: true,
  });
}
