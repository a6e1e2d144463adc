import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FAULT_NAMES, FAULTS, type Fault, type FaultName, type ToldEvent } from "@/local/chaos/faults";
import { repositoryRoot } from "@/repository-root";

/** A file as it is served. */
export interface PageFile {
  type: string;
  text: string;
}

const FOLDER = "local/chaos/page";

/** The files of the page, by their paths. */
export function pageFile(path: string, mostBlocks: number): PageFile | undefined {
  if (path === "/") return { type: "text/html; charset=utf-8", text: html(mostBlocks) };
  if (path === "/script.js")
    return { type: "text/javascript; charset=utf-8", text: read(`${FOLDER}/script.js`) };
  if (path !== "/style.css") return undefined;
  return { type: "text/css; charset=utf-8", text: `${dashboardColours()}\n${read(`${FOLDER}/style.css`)}` };
}

function html(mostBlocks: number): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Chaos sandbox · Quittance</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
<script type="module" src="/script.js"></script>
</head>
<body>
<main>
<header>
<p class="place">Quittance on this machine</p>
<h1>Chaos sandbox</h1>
<p>Each button makes a request of the demo account over 10 USDC on the local chain of Sepolia, and lets something go wrong. What the service tells your webhooks about it is written beside it.</p>
</header>
<ul class="faults">
${FAULT_NAMES.map((name) => card(name, mostBlocks)).join("\n")}
</ul>
</main>
</body>
</html>
`;
}

function card(name: FaultName, mostBlocks: number): string {
  const { title, does, events, handle }: Fault = FAULTS[name];
  const blocks =
    name === "reorganise"
      ? `<label>Blocks <input name="blocks" type="number" value="3" min="1" max="${mostBlocks}" required></label>`
      : "";
  const relay =
    name === "slow-endpoint"
      ? `<p class="handle">Your webhook has to go through the sandbox: <code>quittance webhooks create --url "<span data-origin></span>/relay?to=…"</code></p>`
      : "";
  return `<li class="fault">
<form data-fault="${name}">
<h2>${escaped(title)}</h2>
<p>${escaped(does)}</p>
<p class="label" id="told-${name}">Webhooks</p>
${events.length === 0 ? `<p class="none">None</p>` : `<ol aria-labelledby="told-${name}">${events.map(eventItem).join("")}</ol>`}
<p class="handle">${withCode(handle)}</p>
${relay}
<div class="play">${blocks}<button aria-label="Play: ${escaped(title)}">Play</button></div>
<div class="outcome" role="status"></div>
</form>
</li>`;
}

function eventItem({ event, fields, isRepeated }: ToldEvent): string {
  const details = Object.entries(fields ?? {}).map(([field, value]) => `${field} ${value}`);
  const notes = [...details, ...(isRepeated ? ["twice"] : [])].map(escaped).join(", ");
  return `<li><code>${escaped(event)}</code>${notes && ` <span class="note">${notes}</span>`}</li>`;
}

function withCode(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** The colours that the dashboard has, light and dark. Throws where its style sheet has none. */
function dashboardColours(): string {
  const css = read("app/globals.css");
  const [light] = /^:root \{[^}]*\}/m.exec(css) ?? [];
  const [dark] = /^@media \(prefers-color-scheme: dark\) \{\s*:root[^{]*\{[^}]*\}\s*\}/m.exec(css) ?? [];
  if (light === undefined || dark === undefined) throw new Error("app/globals.css has no colours");
  return `${light}\n${dark}`;
}

function read(path: string): string {
  return readFileSync(join(repositoryRoot(), path), "utf8");
}
