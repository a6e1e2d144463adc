import { z } from "zod";
import type { App } from "@/server/boot";
import { ApiError } from "@/server/errors";
import { admitVisitor } from "@/server/http/limits/visitor";
import type { Answer } from "@/server/http/respond";
import type { ReceivedRequest } from "@/server/lib/received";
import { loggedAddress } from "@/server/request-log/path";

/** A report names a page, a directive and an address. */
const MAX_BYTES = 16_384;
const MAX_TEXT = 200;

const Text = z.string().default("").catch("");
/** What browsers post for `report-uri`. */
const Report = z.object({
  "csp-report": z.object({
    "document-uri": Text,
    "violated-directive": Text,
    "blocked-uri": Text,
    "source-file": Text,
  }),
});

/**
 * Writes down what a browser says our content security policy has refused. All of it is somebody's claim: it is
 * cut, stripped of queries and tokens (a payment link is a secret, and so is an invitation) and logged, and nothing else happens. Answers 204
 * whatever it says, 403 to foreign pages and 429 to those who report too much.
 */
export async function takeCspReport(
  current: App,
  request: ReceivedRequest,
  peer: string | undefined,
): Promise<Answer> {
  try {
    await admitVisitor(current, "csp", request, peer);
    const violation = violationOf(await shortText(request));
    if (violation) current.log.warn({ violation }, "content security policy violated");
    return silence(204);
  } catch (error) {
    if (error instanceof ApiError) return silence(error.code === "too_many_requests" ? 429 : 403);
    throw error;
  }
}

function violationOf(text: string) {
  const parsed = Report.safeParse(parse(text));
  if (!parsed.success) return null;
  const report = parsed.data["csp-report"];
  return {
    page: shortAddress(report["document-uri"]),
    directive: report["violated-directive"].slice(0, MAX_TEXT),
    blocked: shortAddress(report["blocked-uri"]),
    source: shortAddress(report["source-file"]),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The body, or nothing when it is longer than any report. */
async function shortText(request: ReceivedRequest): Promise<string> {
  if (!request.body) return "";
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of request.body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_BYTES) return "";
  }
  return text;
}

function shortAddress(address: string): string {
  return loggedAddress(address).slice(0, MAX_TEXT);
}

function silence(status: number): Answer {
  return {
    status,
    headers: { "cache-control": "no-store", "x-content-type-options": "nosniff" },
    body: null,
  };
}
