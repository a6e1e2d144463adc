/** Marks that turn the direction of what follows, and controls except line ends: no reader of an e-invoice should obey them. */
const TURNING = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]|(?![\n])\p{Cc}/gu;

/** Text of people as it goes into an e-invoice. */
export function plain(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/\t/g, " ").replace(TURNING, "").trim();
}
