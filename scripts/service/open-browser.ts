import { spawn } from "node:child_process";

/** Opens a page in the browser of whoever sits here, where there is one; says nothing where there is none. */
export function openBrowser(url: string, env: NodeJS.ProcessEnv): void {
  const { protocol } = new URL(url);
  // The address comes from the service; a program is never started by it.
  if (protocol !== "https:" && protocol !== "http:") return;
  const [command, ...args] = opener(process.platform);
  const child = spawn(command, [...args, url], { env, stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}

function opener(platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return ["xdg-open"];
}
