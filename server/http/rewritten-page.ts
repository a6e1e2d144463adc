import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import Negotiator from "negotiator";

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
/** The best first. */
const compressors: Record<string, (text: string) => Promise<Buffer>> = {
  br: (text) => promisify(brotliCompress)(text, BROTLI),
  gzip: (text) => promisify(gzip)(text),
};

/**
 * Lets `rewrite` change the HTML that `pages` answers, and compresses what comes of it. Other answers pass as they
 * are. The whole page is held back until it is complete, so this is for pages that are sent in one piece.
 */
export function rewritten(pages: Listener, rewrite: (html: string) => string): Listener {
  return (request, response) => {
    const taken = new Negotiator(request).encodings(Object.keys(compressors));
    const encoding = Object.keys(compressors).find((name) => taken.includes(name));
    // Uncompressed from there: it is compressed here, once.
    delete request.headers["accept-encoding"];
    const { writeHead, write, end } = response;
    const chunks: Buffer[] = [];
    let head: [status: number, headers: OutgoingHttpHeaders] | undefined;

    const send = async () => {
      Object.assign(response, { writeHead, write, end });
      if (head) {
        response.statusCode = head[0];
        for (const [name, value] of Object.entries(head[1])) {
          if (value !== undefined) response.setHeader(name, value);
        }
      }
      const body = Buffer.concat(chunks);
      if (!String(response.getHeader("content-type")).startsWith("text/html")) return response.end(body);
      const html = rewrite(body.toString("utf8"));
      const compress = compressors[encoding ?? ""];
      const vary = [response.getHeader("vary") ?? []].flat().join(", ");
      if (!/accept-encoding/i.test(vary)) {
        response.setHeader("vary", vary === "" ? "accept-encoding" : `${vary}, accept-encoding`);
      }
      if (encoding) response.setHeader("content-encoding", encoding);
      const sent = compress ? await compress(html) : Buffer.from(html);
      response.setHeader("content-length", sent.byteLength);
      return response.end(sent);
    };
    Object.assign(response, {
      flushHeaders: () => {},
      writeHead(status: number, ...rest: unknown[]) {
        const headers = rest.find((value) => typeof value === "object" && value !== null) ?? {};
        head = [status, Array.isArray(headers) ? pairs(headers) : { ...headers }];
        return response;
      },
      write(chunk: string | Uint8Array, ...rest: unknown[]) {
        chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : Buffer.from(chunk));
        callbackOf(rest)?.();
        return true;
      },
      end(...args: unknown[]) {
        const [chunk] = args;
        if (typeof chunk === "string" || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
        send().then(
          () => callbackOf(args)?.(),
          (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
        );
        return response;
      },
    });
    return pages(request, response);
  };
}

/** Names and values in turn, as `writeHead` also takes them. */
function pairs(flat: readonly unknown[]): OutgoingHttpHeaders {
  const names = flat.filter((_, index) => index % 2 === 0);
  return Object.fromEntries(names.map((name, index) => [String(name), String(flat[index * 2 + 1])]));
}

function callbackOf(args: readonly unknown[]): (() => void) | undefined {
  const last = args.at(-1);
  return typeof last === "function" ? () => void last() : undefined;
}
