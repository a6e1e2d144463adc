import type { ServerResponse } from "node:http";

/**
 * Sends a body while it is made, no faster than the caller takes it. Stops making it when the caller goes away.
 * Throws what the making threw, after cutting the connection: a body that just ended would look complete.
 */
export async function pump(
  response: ServerResponse,
  chunks: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  try {
    for await (const chunk of chunks) {
      if (response.destroyed) return;
      if (!response.write(chunk)) await roomIn(response);
    }
    response.end();
  } catch (error) {
    response.destroy();
    throw error;
  }
}

function roomIn(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.once("drain", done).once("close", done);
  });
}

/** The same as a web stream, for the door that answers with a `Response`. */
export function streamOf(chunks: AsyncIterable<string | Uint8Array>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
      },
      cancel: async () => {
        await iterator.return?.();
      },
    },
    { highWaterMark: 1 },
  );
}
