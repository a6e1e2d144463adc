/** An answer is longer than anybody has a reason to send. */
export class TooLong extends Error {
  override readonly name = "TooLong";
}

/** The text of an answer. Throws `TooLong` and ends the connection as soon as it is longer than `maxBytes`. */
export async function boundedText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new TooLong(`more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
