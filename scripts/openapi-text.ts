/** Up to here an object has a line for each of its parts; below, and where all of it is short, it is one line. */
const DEPTH = 5;
const SHORT = 160;

/**
 * A description of the API as a file that reviewers read: a line for each parameter, answer and field, so that a change
 * shows as the lines that changed, and a tenth of the lines that it has when everything stands on its own.
 */
export function openApiText(api: unknown): string {
  return `${printed(api, 0)}\n`;
}

function printed(value: unknown, depth: number): string {
  const line = JSON.stringify(value);
  if (typeof value !== "object" || value === null || line.length <= SHORT || depth >= DEPTH) return line;
  const parts = Array.isArray(value)
    ? value.map((part) => printed(part, depth + 1))
    : Object.entries(value)
        // As JSON leaves them out.
        .filter(([, part]) => part !== undefined)
        .map(([name, part]) => `${JSON.stringify(name)}: ${printed(part, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const indent = " ".repeat(depth + 1);
  return `${open}\n${parts.map((part) => indent + part).join(",\n")}\n${" ".repeat(depth)}${close}`;
}
