import type { IncomingMessage, ServerResponse } from "node:http";
import sirv from "sirv";

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

const PREFIX = "/_next/static";
/** Their names contain a hash of what is in them. */
const FOREVER_SECONDS = 31_536_000;

/**
 * Answers for the scripts, styles and fonts of the build in `folder`, as the build has compressed them
 * (`scripts/compress.ts`): Next would compress each again for each visitor, and less well. What is not there goes to
 * `pages`. The folder is read once, when this is called.
 */
export function builtFiles(folder: string, pages: Listener): Listener {
  const files = sirv(folder, {
    brotli: true,
    gzip: true,
    immutable: true,
    maxAge: FOREVER_SECONDS,
    setHeaders: (response) => {
      response.setHeader("x-content-type-options", "nosniff");
      response.setHeader("referrer-policy", "no-referrer");
    },
  });
  return (request, response) => {
    const target = request.url ?? "/";
    if (!target.startsWith(`${PREFIX}/`)) return pages(request, response);
    request.url = target.slice(PREFIX.length);
    return files(request, response, () => {
      request.url = target;
      pages(request, response);
    });
  };
}
