import type { SampleCall } from "./sample";

/** A call in one language, ready to be run. */
export interface Snippet {
  language: "curl" | "TypeScript" | "Python";
  code: string;
}

/** The call in every language that the reference shows. None needs a library. */
export function snippetsOf(call: SampleCall): Snippet[] {
  return [
    { language: "curl", code: curl(call) },
    { language: "TypeScript", code: typescript(call) },
    { language: "Python", code: python(call) },
  ];
}

function curl({ method, url, credentials, body }: SampleCall): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(url)}`,
    ...credentials.map(({ name, prefix, variable }) => `-H "${name}: ${prefix}$${variable}"`),
    ...(body === undefined
      ? []
      : ['-H "content-type: application/json"', `-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ];
  return lines.join(" \\\n  ");
}

function typescript({ method, url, credentials, body, isJson }: SampleCall): string {
  const headers = [
    ...credentials.map(({ name, prefix, variable }) => `"${name}": \`${prefix}\${env.${variable}}\`,`),
    ...(body === undefined ? [] : ['"content-type": "application/json",']),
  ];
  const options = [
    ...(method === "GET" ? [] : [`method: "${method}",`]),
    ...(headers.length > 0 ? ["headers: {", ...headers.map(indented), "},"] : []),
    ...(body === undefined ? [] : `body: JSON.stringify(${JSON.stringify(body, null, 2)}),`.split("\n")),
  ];
  const call = `const response = await fetch(${JSON.stringify(url)}`;
  return [
    ...(credentials.length > 0 ? ['import { env } from "node:process";', ""] : []),
    ...(options.length > 0 ? [`${call}, {`, ...options.map(indented), "});"] : [`${call});`]),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code that is shown
    "if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);",
    `console.log(await response.${isJson ? "json" : "text"}());`,
  ].join("\n");
}

function python({ method, url, credentials, body, isJson }: SampleCall): string {
  const headers = [
    ...credentials.map(
      ({ name, prefix, variable }) =>
        `"${name}": ${prefix ? `"${prefix}" + ` : ""}os.environ["${variable}"],`,
    ),
    ...(body === undefined ? [] : ['"content-type": "application/json",']),
  ];
  const options = [
    `${JSON.stringify(url)},`,
    `method="${method}",`,
    ...(headers.length > 0 ? ["headers={", ...headers.map((line) => `    ${line}`), "},"] : []),
    ...(body === undefined ? [] : `data=json.dumps(${pythonValue(body)}).encode(),`.split("\n")),
  ];
  return [
    ...(isJson || body !== undefined ? ["import json"] : []),
    ...(credentials.length > 0 ? ["import os"] : []),
    "from urllib.request import Request, urlopen",
    "",
    "request = Request(",
    ...options.map((line) => `    ${line}`),
    ")",
    "with urlopen(request) as response:",
    `    print(${isJson ? "json.load(response)" : "response.read().decode()"})`,
  ].join("\n");
}

const indented = (line: string) => `  ${line}`;

/** A JSON value as Python writes it. */
export function pythonValue(value: unknown, depth = 0): string {
  const pad = "    ".repeat(depth + 1);
  const end = "    ".repeat(depth);
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return `[\n${value.map((one) => `${pad}${pythonValue(one, depth + 1)},`).join("\n")}\n${end}]`;
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    if (entries.length === 0) return "{}";
    const lines = entries.map(
      ([key, one]) => `${pad}${JSON.stringify(key)}: ${pythonValue(one, depth + 1)},`,
    );
    return `{\n${lines.join("\n")}\n${end}}`;
  }
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return JSON.stringify(value);
}
