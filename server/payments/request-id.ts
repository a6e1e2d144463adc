/** The wire form of a request's ID: `01` and 32 bytes as lower-case hex (FM-05). */
export const REQUEST_ID = /^01[0-9a-f]{64}$/;

/** Whether a text can be the ID of a request at all; what cannot is an ID that nobody has (RS-13). */
export function isRequestId(text: string): boolean {
  return REQUEST_ID.test(text);
}
